import type { FinishedTask, TaskContext } from '../prompt.ts';
import { stemsOf } from './text.ts';
import { stopWords } from './words/stop-words.ts';

export interface SimilarTask {
  task: FinishedTask;
  /** From 0 to about 1.5: words that both have, the rare ones more, and the label. */
  likeness: number;
}

/** Less than this is chance: one everyday word. */
const leastLikeness = 0.12;
const mostCompared = 200;
const sharedLabel = 0.35;
const sharedCategory = 0.05;
/** What the description adds to the words of the title. */
const shareOfDescription = 0.4;

export const topicStems = (text: string): Set<string> =>
  new Set(stemsOf(text).filter((stem) => stem.length > 1 && !stopWords.has(stem) && !/^\d+$/.test(stem)));

/** The finished tasks that really are like the record, the most alike first. */
export function similarTasks(
  { record, similar }: TaskContext,
  label: string | null = record.label,
): SimilarTask[] {
  const finished = similar
    .filter(({ id }) => id !== record.id)
    .slice(0, mostCompared)
    .map((task) => ({ task, stems: topicStems(task.title) }));
  const title = topicStems(record.title);
  const description = topicStems(record.description);
  const rarity = rarityOf(finished.map(({ stems }) => stems));
  const weightOfTitle = sum([...title], rarity);
  return finished
    .map(({ task, stems }) => {
      const share = (stem: string) =>
        Math.max(shareOf(stem, title), shareOfDescription * shareOf(stem, description));
      const shared = sum([...stems], (stem) => rarity(stem) * share(stem));
      const shorter = Math.max(1, Math.min(weightOfTitle, sum([...stems], rarity)));
      const isSameLabel = label !== null && task.label === label;
      const isSameCategory =
        record.category_code !== 'general' && task.category_code === record.category_code;
      const words = shared / shorter;
      return {
        task,
        likeness: words + (isSameLabel ? sharedLabel : 0) + (isSameCategory ? sharedCategory : 0),
      };
    })
    .filter(({ likeness }) => likeness >= leastLikeness)
    .sort((a, b) => b.likeness - a.likeness || a.task.id - b.task.id);
}

const leastPrefix = 6;
/** Words that only begin alike, as a word and one that is put together with it, say less than the same word. */
const shareOfBeginning = 0.6;

function shareOf(stem: string, words: ReadonlySet<string>): number {
  if (words.has(stem)) return 1;
  if (stem.length < leastPrefix) return 0;
  for (const word of words) {
    const [short, long] = stem.length < word.length ? [stem, word] : [word, stem];
    if (short.length >= leastPrefix && long.startsWith(short)) return shareOfBeginning;
  }
  return 0;
}

/** A word that stands in many of the tasks says little: 1 in a single one, towards 0 in all. */
function rarityOf(all: readonly ReadonlySet<string>[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const stems of all) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => 1 / (1 + Math.log(Math.max(1, counts.get(stem) ?? 1)));
}

const sum = (stems: readonly string[], weigh: (stem: string) => number) =>
  stems.reduce((total, stem) => total + weigh(stem), 0);
