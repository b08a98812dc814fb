import type { FinishedTask, PersonFacts, TaskContext, TaskFacts } from '../context.ts';
import { computeOnce, readWordList } from '../text/word-lists.ts';
import { maxReadLength, stemsByClause, stemText, stemWord } from '../text/words.ts';

const stopWords = computeOnce(() => new Set((readWordList('stop-words').get('') ?? []).map(stemWord)));

const isTopic = (stem: string) => stem.length > 1 && !stopWords().has(stem) && !/^\d+$/.test(stem);

/** The stems that show what a text is about. */
const topicStems = (text: string): Set<string> => new Set(stemText(text).filter(isTopic));

/**
 * Computes a value once for each object: finished tasks, people, labels and categories are compared with many tasks.
 */
function computeOncePer<Item extends object, Value>(compute: (item: Item) => Value): (item: Item) => Value {
  const known = new WeakMap<Item, { value: Value }>();
  return (item) => {
    const found = known.get(item) ?? { value: compute(item) };
    known.set(item, found);
    return found.value;
  };
}

/** The words of a task, as stems. */
export interface Wording {
  titleClauses: readonly (readonly string[])[];
  descriptionClauses: readonly (readonly string[])[];
  /** Topic stems. */
  title: ReadonlySet<string>;
  description: ReadonlySet<string>;
  /** Topic stems of title and description, read as one text. */
  all: ReadonlySet<string>;
}

export const analyzeWording = computeOncePer(
  ({ title, description }: Pick<TaskFacts, 'title' | 'description'>): Wording => {
    const [titleClauses, descriptionClauses] = [stemsByClause(title), stemsByClause(description)];
    const topics = (clauses: string[][]) => new Set(clauses.flat().filter(isTopic));
    const inTitle = topics(titleClauses);
    const inDescription = topics(descriptionClauses);
    const isReadWhole = title.length + description.length < maxReadLength;
    return {
      titleClauses,
      descriptionClauses,
      title: inTitle,
      description: inDescription,
      all: isReadWhole ? new Set([...inTitle, ...inDescription]) : topicStems(`${title} ${description}`),
    };
  },
);

const finishedStems = computeOncePer(({ title }: FinishedTask) => topicStems(title));
export const positionStems = computeOncePer(({ position }: Pick<PersonFacts, 'position'>) =>
  topicStems(position ?? ''),
);
export const labelStems = computeOncePer(({ name }: { name: string }) => topicStems(name));

/** In "guest request" the last word is the category; the words before it are qualifiers. */
const lastWord = (name: string) => name.split(/[\s_]+/).at(-1) ?? name;
export const categoryStems = computeOncePer(({ code, name }: { code: string; name: string }) =>
  topicStems(`${lastWord(name)} ${lastWord(code)}`),
);

export function haveCommonStem(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const stem of some) if (others.has(stem)) return true;
  return false;
}

const nameInTitle = 1.6;
const nameInDescription = 0.8;

/** Scores the stems of a label's or category's name for a task: 0 if the task contains none of them. */
export function scoreName(stems: ReadonlySet<string>, { title, description }: Wording): number {
  if (haveCommonStem(stems, title)) return nameInTitle;
  return haveCommonStem(stems, description) ? nameInDescription : 0;
}

export interface SimilarTask {
  task: FinishedTask;
  /**
   * Computed from shared words, rare ones weighted more, and a shared label and category. About 1.4 if title, label and
   * category are the same.
   */
  likeness: number;
}

/** A lower likeness is due to chance, such as one common word. */
const minLikeness = 0.12;
const maxCompared = 200;
const sharedLabel = 0.35;
const sharedCategory = 0.05;
/** Weight of the words of the description, relative to those of the title. */
const shareOfDescription = 0.4;

/** A finished task with the likeness of its words. */
export interface ComparedTask {
  task: FinishedTask;
  words: number;
}

/** Compares the words of the finished tasks with those of the record. */
export function compareTasks({ record, similar }: Pick<TaskContext, 'record' | 'similar'>): ComparedTask[] {
  const finished = similar
    .filter(({ id }) => id !== record.id)
    .slice(0, maxCompared)
    .map((task) => ({ task, stems: finishedStems(task) }));
  const { title, description } = analyzeWording(record);
  const rarity = computeRarity(finished.map(({ stems }) => stems));
  const [inTitle, inDescription] = [wordMatcher(title), wordMatcher(description)];
  const shared = computeOncePerStem(
    (stem) => rarity(stem) * Math.max(inTitle(stem), shareOfDescription * inDescription(stem)),
  );
  const weightOfTitle = sum(title, rarity);
  return finished.map(({ task, stems }) => {
    const shorter = Math.max(1, Math.min(weightOfTitle, sum(stems, rarity)));
    return { task, words: sum(stems, shared) / shorter };
  });
}

/** Returns the finished tasks that are similar to the record with this label, the most similar first. */
export function rankSimilar(
  { category_code }: Pick<TaskFacts, 'category_code'>,
  label: string | null,
  compared: readonly ComparedTask[],
): SimilarTask[] {
  const isCategorized = category_code !== 'general';
  return compared
    .map(({ task, words }) => {
      const isSameLabel = label !== null && task.label === label;
      const isSameCategory = isCategorized && task.category_code === category_code;
      const likeness = words + (isSameLabel ? sharedLabel : 0) + (isSameCategory ? sharedCategory : 0);
      return { task, likeness };
    })
    .filter(({ likeness }) => likeness >= minLikeness)
    .sort((a, b) => b.likeness - a.likeness || a.task.id - b.task.id);
}

const minPrefix = 6;
/** Words of which one begins with the other, such as a compound, count less than equal words. */
const shareOfPrefix = 0.6;

/** Returns how well a stem matches one of the words: 1 if equal, less if one of the two is a prefix of the other. */
function wordMatcher(words: ReadonlySet<string>): (stem: string) => number {
  const long = [...words].filter((word) => word.length >= minPrefix);
  return (stem) => {
    if (words.has(stem)) return 1;
    if (stem.length < minPrefix) return 0;
    return long.some((word) => word.startsWith(stem) || stem.startsWith(word)) ? shareOfPrefix : 0;
  };
}

/** Weight of a stem: 1 if at most one task contains it, about 0.16 if `maxCompared` tasks do. */
function computeRarity(all: readonly ReadonlySet<string>[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const stems of all) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return computeOncePerStem((stem) => 1 / (1 + Math.log(counts.get(stem) ?? 1)));
}

function computeOncePerStem(compute: (stem: string) => number): (stem: string) => number {
  const known = new Map<string, number>();
  return (stem) => {
    const found = known.get(stem) ?? compute(stem);
    known.set(stem, found);
    return found;
  };
}

function sum(stems: ReadonlySet<string>, weigh: (stem: string) => number): number {
  let total = 0;
  for (const stem of stems) total += weigh(stem);
  return total;
}
