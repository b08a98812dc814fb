/** How often a value is expected, answered (`said`), and answered rightly. */
export interface Count {
  expected: number;
  said: number;
  right: number;
}

export interface Score extends Count {
  name: string;
  precision: number;
  recall: number;
  f1: number;
}

/** The score of each name that is expected or answered, in the given order, then the others. */
export function scoresOf(
  pairs: readonly { expected: readonly string[]; said: readonly string[] }[],
  order: readonly string[],
): Score[] {
  const counts = new Map<string, Count>(order.map((name) => [name, { expected: 0, said: 0, right: 0 }]));
  const countOf = (name: string) => {
    const count = counts.get(name) ?? { expected: 0, said: 0, right: 0 };
    counts.set(name, count);
    return count;
  };
  for (const { expected, said } of pairs) {
    for (const name of expected) countOf(name).expected++;
    for (const name of said) countOf(name).said++;
    for (const name of said) if (expected.includes(name)) countOf(name).right++;
  }
  return [...counts].map(([name, count]) => scoreOf(name, count));
}

export function scoreOf(name: string, count: Count): Score {
  const precision = count.said === 0 ? 0 : count.right / count.said;
  const recall = count.expected === 0 ? 0 : count.right / count.expected;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { name, ...count, precision, recall, f1 };
}

/** The score over all names together: each answer counts the same. */
export function pooled(name: string, scores: readonly Score[]): Score {
  const sum = (key: keyof Count) => scores.reduce((all, score) => all + score[key], 0);
  return scoreOf(name, { expected: sum('expected'), said: sum('said'), right: sum('right') });
}

/** The mean over the names that are expected: each name counts the same, however rare. */
export function macroF1(scores: readonly Score[]): number {
  const some = scores.filter(({ expected }) => expected > 0);
  return some.reduce((sum, { f1 }) => sum + f1, 0) / Math.max(1, some.length);
}
