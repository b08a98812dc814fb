/** Number of times a value is expected, predicted, and predicted correctly. */
export interface Count {
  expected: number;
  predicted: number;
  correct: number;
}

export interface Score extends Count {
  name: string;
  precision: number;
  recall: number;
  f1: number;
}

/** Computes the score of each value: first all in `order`, then others that are expected or predicted. */
export function computeScores(
  pairs: readonly { expected: readonly string[]; predicted: readonly string[] }[],
  order: readonly string[],
): Score[] {
  const counts = new Map<string, Count>(
    order.map((name) => [name, { expected: 0, predicted: 0, correct: 0 }]),
  );
  const countOf = (name: string) => {
    const count = counts.get(name) ?? { expected: 0, predicted: 0, correct: 0 };
    counts.set(name, count);
    return count;
  };
  for (const { expected, predicted } of pairs) {
    for (const name of expected) countOf(name).expected++;
    for (const name of predicted) countOf(name).predicted++;
    for (const name of predicted) if (expected.includes(name)) countOf(name).correct++;
  }
  return [...counts].map(([name, count]) => computeScore(name, count));
}

export function computeScore(name: string, count: Count): Score {
  const precision = count.predicted === 0 ? 0 : count.correct / count.predicted;
  const recall = count.expected === 0 ? 0 : count.correct / count.expected;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { name, ...count, precision, recall, f1 };
}

/** The score over all values: each prediction has the same weight. */
export function microAverage(name: string, scores: readonly Score[]): Score {
  const sum = (key: keyof Count) => scores.reduce((all, score) => all + score[key], 0);
  return computeScore(name, {
    expected: sum('expected'),
    predicted: sum('predicted'),
    correct: sum('correct'),
  });
}

/** The mean F1 of the expected values: each value has the same weight, however rare. */
export function macroF1(scores: readonly Score[]): number {
  const some = scores.filter(({ expected }) => expected > 0);
  return some.reduce((sum, { f1 }) => sum + f1, 0) / Math.max(1, some.length);
}
