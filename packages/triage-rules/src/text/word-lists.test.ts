import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { categoryWeights } from '../triage/category.ts';
import { urgencyWeights, wordEvidence } from '../triage/urgency.ts';
import { PhraseIndex } from './phrases.ts';
import {
  computeOnce,
  type ListName,
  languages,
  parseWordList,
  readLanguage,
  readWordList,
} from './word-lists.ts';
import { stemsByClause, stemText } from './words.ts';

const names: ListName[] = ['urgency', 'categories', 'fault-words', 'stop-words'];
const folder = path.join(import.meta.dirname, 'lists');
const listFiles = async () =>
  (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.txt'));
const byStems = (phrases: readonly string[]) => phrases.map((phrase) => stemText(phrase).join(' '));
const repeated = (all: readonly string[]) => all.filter((one, index) => all.indexOf(one) !== index);

describe('the word lists', () => {
  it('are one folder per language, with one file per list', async () => {
    const expected = languages.flatMap((language) => names.map((name) => path.join(language, `${name}.txt`)));
    expect((await listFiles()).sort()).toEqual(expected.sort());
  });

  it.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))(
    '%s.%s has non-empty, sorted sections without repetition',
    (name, language) => {
      const sections = [...readLanguage(name, language).values()];
      expect(sections.length).toBeGreaterThan(0);
      for (const entries of sections) expect(entries).toEqual([...new Set(entries)].sort());
    },
  );

  it('have one phrase per line, short enough to review', async () => {
    for (const file of await listFiles()) {
      const lines = (await readFile(path.join(folder, file), 'utf8')).split('\n');
      const entries = lines.filter((line) => line !== '' && !line.startsWith('#'));
      expect(entries.filter((line) => !/^(\[[a-z_]+( strong| weak)?\]|[a-z0-9 ]{1,40})$/.test(line))).toEqual(
        [],
      );
    }
  });

  it('give every urgency phrase one weight', () => {
    const list = readWordList('urgency');
    expect([...list.keys()].sort()).toEqual(Object.keys(urgencyWeights).sort());
    expect(repeated(byStems([...list.values()].flat()))).toEqual([]);
  });

  it('give every phrase of a category one weight', () => {
    const list = readWordList('categories');
    const sections = Object.entries(categoryWeights).flatMap(([category, weights]) =>
      Object.keys(weights).map((strength) => `${category} ${strength}`),
    );
    expect([...list.keys()].sort()).toEqual(sections.sort());
    for (const category of Object.keys(categoryWeights)) {
      const phrases = [...list]
        .filter(([section]) => section.startsWith(`${category} `))
        .flatMap(([, all]) => all);
      expect(repeated(byStems(phrases))).toEqual([]);
    }
  });

  it('are used in every language', () => {
    const weightOf = (title: string) => wordEvidence(title, '')[0]?.weight;
    const titles = ['Outage in Berlin', 'Stromausfall in Berlin', 'Incendie au dépôt', 'Huele a gas'];
    expect(titles.map(weightOf)).toEqual(titles.map(() => urgencyWeights.harm));
  });
});

it('parses comments, sections and entries', () => {
  const list = parseWordList('# about\n\nfirst\n[two words]\n  gas leak \n# aside\nfire\n');
  expect([...list]).toEqual([
    ['', ['first']],
    ['two words', ['gas leak', 'fire']],
  ]);
});

it('computes a value once, on first use', () => {
  let count = 0;
  const value = computeOnce(() => {
    count += 1;
    return undefined;
  });
  expect(count).toBe(0);
  expect([value(), value(), count]).toEqual([undefined, undefined, 1]);
});

it('finds the longest phrase, each once, and none across clauses', () => {
  const index = new PhraseIndex([
    { text: 'urgent', meaning: 1 },
    { text: 'urgent care', meaning: 2 },
    { text: 'fire', meaning: 3 },
  ]);
  const found = (text: string) => index.find(stemsByClause(text)).map(({ meaning }) => meaning);
  expect(found('Fires in urgent care; fire!')).toEqual([3, 2]);
  expect(found('Urgent, care for it')).toEqual([1]);
  expect(found('')).toEqual([]);
});
