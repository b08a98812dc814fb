import { describe, expect, it } from 'vitest';
import { FinishedTasks } from './finished-tasks.ts';
import { TitleWords } from './title-words.ts';

let ids = 0;
const task = (title: string, label: string | null = null, category_code = 'general') => {
  ids += 1;
  return { id: ids, title, label, category_code, version: 1 };
};
const about = (title: string, label: string | null = null, category_code = 'general', id = 0) => ({
  id,
  title,
  label,
  category_code,
});
const titles = (found: { task: { title: string }; score: number }[]) =>
  found.map(({ task: { title }, score }) => `${title}: ${score}`);

describe('finished tasks', () => {
  it('are scored by common words, also as parts of longer words, by label and by category', () => {
    const finished = new FinishedTasks([
      task('Water the plants'),
      task('Helpdesk: new desks, and more desks', 'office'),
      task('Fix the printer', null, 'bug'),
      task('Paint the desk', 'office', 'bug'),
    ]);
    expect(titles(finished.findSimilar(about('Order a desk', 'office', 'bug'), 5))).toEqual([
      'Paint the desk: 6',
      'Helpdesk: new desks, and more desks: 5',
      'Fix the printer: 1',
    ]);
    expect(finished.findSimilar(about('Nothing'), 5)).toEqual([]);
  });

  it('exclude the task itself; of equal scores, those nearest to the end of the column are returned', () => {
    const all = Array.from({ length: 30 }, (_, n) => task(`Invoice ${n}`, 'billing'));
    const [first] = all;
    const found = new FinishedTasks(all).findSimilar(about('Invoice', 'billing', 'general', first?.id), 20);
    expect(found.map((one) => one.task.id)).toEqual(all.slice(1, 21).map(({ id }) => id));
  });
});

it('finds the same titles as a search of each title', () => {
  const syllables = ['in', 'voice', 'desk', 'help', 'ing', 'über', '10', 'ship'];
  const word = (n: number) =>
    `${syllables[n % 8]}${syllables[(n >> 3) % 8]}${n % 5 === 0 ? '-' : ''}${syllables[(n >> 5) % 8]}`;
  const all = Array.from(
    { length: 300 },
    (_, n) => `${word(n)} ${word(n * 7)}, ${word(n * 31).toUpperCase()}`,
  );
  const words = new TitleWords(all);
  for (const searched of [
    ...all.flatMap((title) => title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []),
    'none',
    'desk',
  ]) {
    const expected = all.flatMap((title, index) => (title.toLowerCase().includes(searched) ? [index] : []));
    expect(words.titlesWith(searched)).toEqual(expected);
  }
});
