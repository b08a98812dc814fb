/** The value below which a share of the values lies (nearest rank). NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** Spread of the rounds as a share of their median: the noise of the machine. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}

/** The two-sample Kolmogorov-Smirnov statistic: the largest distance between the two distribution functions. */
export function largestDistance(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one, other].map((values) => [...values].sort((x, y) => x - y)) as [number[], number[]];
  const share = (sorted: number[], value: number) =>
    sorted.filter((each) => each <= value).length / sorted.length;
  return Math.max(...[...a, ...b].map((value) => Math.abs(share(a, value) - share(b, value))));
}

/** The distance that samples of one distribution exceed with a probability of `significance`. */
export function criticalDistance(one: number, other: number, significance: number): number {
  return Math.sqrt(-Math.log(significance / 2) / 2) * Math.sqrt((one + other) / (one * other));
}

/** A random order of the values. */
export function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
