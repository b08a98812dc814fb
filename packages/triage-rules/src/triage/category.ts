import type { TaskContext } from '../context.ts';
import { PhraseIndex } from '../text/phrases.ts';
import { computeOnce, readWordList } from '../text/word-lists.ts';
import { wordsByClause } from '../text/words.ts';
import { analyzeWording, categoryStems, type SimilarTask, scoreName, type Wording } from './similarity.ts';

/** Weights of the sections `[<category> strong]` and `[<category> weak]` in `lists/<language>/categories.txt`. */
export const categoryWeights: Readonly<Record<string, { strong?: number; weak?: number }>> = {
  system_error: { strong: 3, weak: 1.2 },
  bug: { strong: 2.6, weak: 0.9 },
  improvement: { strong: 2.2, weak: 1 },
  documentation: { strong: 3, weak: 1.1 },
  release_notes: { strong: 5 },
  general: { weak: 1.2 },
};

/** One index per category, because a phrase may imply several. The meaning of a phrase is its weight. */
const indexes = computeOnce(() => {
  const list = readWordList('categories');
  return Object.entries(categoryWeights).map(([category, weights]) => {
    const phrases = Object.entries(weights).flatMap(([strength, meaning]) =>
      (list.get(`${category} ${strength}`) ?? []).map((text) => ({ text, meaning })),
    );
    return { category, index: new PhraseIndex(phrases) };
  });
});

const fallback = 'general';
const minScore = 1.5;
const shareOfDescription = 0.45;
const weightOfName = 1.3;
const weightOfSimilar = 2;
const weightOfFault = 1.9;
const maxSimilar = 5;

/**
 * The category that the author chose, or the organization's category that words and similar tasks support most;
 * `general` if the support is weak.
 */
export function suggestCategory(context: TaskContext, similar: readonly SimilarTask[]): string {
  const { record, organization } = context;
  if (record.category_code !== fallback) return record.category_code;
  const scores = new Map(organization.categories.map(({ code }) => [code, 0]));
  const add = (code: string, weight: number) => {
    const before = scores.get(code);
    if (before !== undefined) scores.set(code, before + weight);
  };
  const wording = analyzeWording(record);
  for (const [code, weight] of scoreWords(wording)) add(code, weight);
  if (statesFault(record.title)) add('bug', weightOfFault);
  for (const category of organization.categories) {
    if (!Object.hasOwn(categoryWeights, category.code))
      add(category.code, weightOfName * scoreName(categoryStems(category), wording));
  }
  for (const { task, likeness } of similar.slice(0, maxSimilar)) {
    const share = task.category_code === fallback ? 0.5 : 1;
    add(task.category_code, Math.min(1, likeness) * weightOfSimilar * share);
  }
  const [best] = [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return best && best[1] >= minScore ? best[0] : fallback;
}

function scoreWords({ titleClauses, descriptionClauses }: Wording): [code: string, weight: number][] {
  return indexes().map(({ category, index }) => {
    const inTitle = index.find(titleClauses).map(({ meaning }) => meaning);
    const below = index.find(descriptionClauses).map(({ meaning }) => meaning * shareOfDescription);
    const weights = [...inTitle, ...below].sort((a, b) => b - a);
    return [category, weights.reduce((sum, weight, rank) => sum + weight / 2 ** rank, 0)];
  });
}

const faultWords = computeOnce(() => new Set(readWordList('fault-words').get('')));

/** True if the title states a fault instead of an action: "Oven heats unevenly", not "Order an oven". */
function statesFault(title: string): boolean {
  const [first = []] = wordsByClause(title);
  return first.slice(1).some((word) => faultWords().has(word));
}
