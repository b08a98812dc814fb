import type { TaskContext } from '../prompt.ts';
import { combinationsIn } from './combined.ts';
import { fitOfNames, wordingOf } from './fit-of-name.ts';
import { bookOf } from './phrase-lists.ts';
import type { SimilarTask } from './similarity.ts';
import { statesFault } from './statement.ts';
import { clausesOf } from './text.ts';
import { categoryPhrases } from './words/categories.ts';

interface Word {
  category: string;
  weight: number;
}

/** A book per category: one phrase may speak for several. */
const books = Object.entries(categoryPhrases).map(([category, lists]) => ({
  category,
  book: bookOf<Word>(lists.map(({ weight, phrases }) => [{ category, weight }, phrases] as const)),
}));

const fallback = 'general';
const leastScore = 1.5;
const shareOfDescription = 0.45;
const weightOfName = 1.3;
const weightOfSimilar = 2;
const weightOfStatement = 1.9;

/** What the task's author chose, else the category of the organization that the words and similar tasks speak for. */
export function judgeCategory(context: TaskContext, similar: readonly SimilarTask[]): string {
  const { record, organization } = context;
  if (record.category_code !== fallback) return record.category_code;
  const codes = organization.categories.map(({ code }) => code);
  const scores = new Map(codes.map((code) => [code, 0]));
  const add = (code: string, weight: number) => {
    const before = scores.get(code);
    if (before !== undefined) scores.set(code, before + weight);
  };
  for (const [code, weight] of scoresOfWords(record)) add(code, weight);
  for (const { category, weight } of combinationsIn(record)) if (category !== null) add(category, weight);
  if (statesFault(record.title)) add('bug', weightOfStatement);
  const wording = wordingOf(record);
  const own = organization.categories.filter(({ code }) => !(code in categoryPhrases));
  const names = own.map(({ code, name }) => `${headOf(name)} ${headOf(code)}`);
  const fits = fitOfNames(names, wording);
  for (const [index, { code }] of own.entries()) add(code, weightOfName * (fits[index] ?? 0));
  for (const { task, likeness } of similar.slice(0, 5)) {
    const share = task.category_code === fallback ? 0.5 : 1;
    add(task.category_code, Math.min(1, likeness) * weightOfSimilar * share);
  }
  const [best] = [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return best && best[1] >= leastScore ? best[0] : fallback;
}

/** A guest request is a request: what stands before says whose. */
const headOf = (name: string) => name.split(/[\s_]+/).at(-1) ?? name;

function scoresOfWords({ title, description }: TaskContext['record']): [code: string, weight: number][] {
  const [titleClauses, clauses] = [clausesOf(title), clausesOf(description)];
  return books.map(({ category, book }) => {
    const inTitle = book.find(titleClauses).map(({ meaning }) => meaning.weight);
    const below = book.find(clauses).map(({ meaning }) => meaning.weight * shareOfDescription);
    const weights = [...inTitle, ...below].sort((a, b) => b - a);
    return [category, weights.reduce((sum, weight, index) => sum + weight / 2 ** index, 0)];
  });
}
