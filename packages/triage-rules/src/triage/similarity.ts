import type { FinishedTask, TaskContext } from '../context.ts';
import { computeOnce, readWordList } from '../text/word-lists.ts';
import { stemText, stemWord } from '../text/words.ts';

const stopWords = computeOnce(() => new Set((readWordList('stop-words').get('') ?? []).map(stemWord)));

/** The stems that show what a text is about. */
export const topicStems = (text: string): Set<string> =>
  new Set(stemText(text).filter((stem) => stem.length > 1 && !stopWords().has(stem) && !/^\d+$/.test(stem)));

/** The topic stems of a task. */
export interface Wording {
  title: ReadonlySet<string>;
  description: ReadonlySet<string>;
}

export const analyzeWording = (task: { title: string; description: string }): Wording => ({
  title: topicStems(task.title),
  description: topicStems(task.description),
});

const nameInTitle = 1.6;
const nameInDescription = 0.8;

/** Scores the name of a label or category for a task: 0 if the task contains no word of it. */
export function scoreName(name: string, { title, description }: Wording): number {
  const stems = [...topicStems(name)];
  if (stems.some((stem) => title.has(stem))) return nameInTitle;
  return stems.some((stem) => description.has(stem)) ? nameInDescription : 0;
}

export interface SimilarTask {
  task: FinishedTask;
  /** From 0 to about 1.5: shared words, rare ones weighted more, and a shared label and category. */
  likeness: number;
}

/** A lower likeness is due to chance, such as one common word. */
const minLikeness = 0.12;
const maxCompared = 200;
const sharedLabel = 0.35;
const sharedCategory = 0.05;
/** Weight of the words of the description, relative to those of the title. */
const shareOfDescription = 0.4;

/** The finished tasks that are similar to the record, the most similar first. */
export function similarTasks(
  { record, similar }: TaskContext,
  label: string | null = record.label,
): SimilarTask[] {
  const finished = similar
    .filter(({ id }) => id !== record.id)
    .slice(0, maxCompared)
    .map((task) => ({ task, stems: topicStems(task.title) }));
  const { title, description } = analyzeWording(record);
  const rarity = computeRarity(finished.map(({ stems }) => stems));
  const weightOfTitle = sum([...title], rarity);
  return finished
    .map(({ task, stems }) => {
      const share = (stem: string) =>
        Math.max(matchShare(stem, title), shareOfDescription * matchShare(stem, description));
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
    .filter(({ likeness }) => likeness >= minLikeness)
    .sort((a, b) => b.likeness - a.likeness || a.task.id - b.task.id);
}

const minPrefix = 6;
/** Words that only begin alike, such as a word and its compound, count less than equal words. */
const shareOfPrefix = 0.6;

function matchShare(stem: string, words: ReadonlySet<string>): number {
  if (words.has(stem)) return 1;
  if (stem.length < minPrefix) return 0;
  for (const word of words) {
    const [short, long] = stem.length < word.length ? [stem, word] : [word, stem];
    if (short.length >= minPrefix && long.startsWith(short)) return shareOfPrefix;
  }
  return 0;
}

/** Weight of a stem: 1 if at most one task contains it, about 0.16 if `maxCompared` tasks do. */
function computeRarity(all: readonly ReadonlySet<string>[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const stems of all) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => 1 / (1 + Math.log(Math.max(1, counts.get(stem) ?? 1)));
}

const sum = (stems: readonly string[], weigh: (stem: string) => number) =>
  stems.reduce((total, stem) => total + weigh(stem), 0);
