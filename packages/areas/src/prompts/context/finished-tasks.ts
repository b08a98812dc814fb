import type { TaskFacts } from '../prompt.ts';
import { extractWords, TitleWords } from './title-words.ts';

/** A finished task, prepared for comparison with others. */
export interface ComparedTask extends Pick<TaskFacts, 'id' | 'title' | 'label' | 'category_code'> {
  /** Differs after every update. */
  version: number;
}

export interface ScoredTask {
  task: ComparedTask;
  score: number;
}

const scoreOfWord = 2;
const scoreOfLabel = 3;
const scoreOfCategory = 1;
/** The score for 12 words, the label and the category: 12 × 2 + 3 + 1. */
const maxScore = 28;

/** The last finished tasks of an organization, indexed by what similar tasks have in common. */
export class FinishedTasks {
  readonly #tasks: readonly ComparedTask[];
  readonly #words: TitleWords;
  readonly #byLabel: ReadonlyMap<string, readonly number[]>;
  readonly #byCategory: ReadonlyMap<string, readonly number[]>;

  /** @param tasks from the end of the column upwards */
  constructor(tasks: readonly ComparedTask[]) {
    this.#tasks = tasks;
    this.#words = new TitleWords(tasks.map(({ title }) => title));
    this.#byLabel = indexBy(tasks, ({ label }) => label);
    this.#byCategory = indexBy(tasks, ({ category_code: code }) => (code === 'general' ? null : code));
  }

  /**
   * Returns at most `max` other tasks that have something in common with a task, the highest score first; of equal
   * scores, those nearer to the end of the column.
   */
  findSimilar({ id, title, label, category_code }: Omit<ComparedTask, 'version'>, max: number): ScoredTask[] {
    const scores = new Uint8Array(this.#tasks.length);
    const add = (indexes: readonly number[] | undefined, score: number) => {
      for (const index of indexes ?? []) scores[index] = (scores[index] ?? 0) + score;
    };
    for (const word of extractWords(title)) add(this.#words.titlesWith(word), scoreOfWord);
    if (label !== null) add(this.#byLabel.get(label), scoreOfLabel);
    add(this.#byCategory.get(category_code), scoreOfCategory);
    // The task itself may be among the finished ones.
    return this.#highest(scores, max + 1)
      .filter(({ task }) => task.id !== id)
      .slice(0, max);
  }

  #highest(scores: Uint8Array, max: number): ScoredTask[] {
    const byScore: ScoredTask[][] = Array.from({ length: maxScore + 1 }, () => []);
    scores.forEach((score, index) => {
      const task = this.#tasks[index];
      const same = byScore[score];
      if (score > 0 && task && same && same.length < max) same.push({ task, score });
    });
    return byScore.reverse().flat().slice(0, max);
  }
}

function indexBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  items.forEach((item, index) => {
    const key = keyOf(item);
    if (key === null) return;
    const same = indexes.get(key);
    if (same) same.push(index);
    else indexes.set(key, [index]);
  });
  return indexes;
}
