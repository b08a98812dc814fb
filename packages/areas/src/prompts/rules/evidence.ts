/** A reason with its weight: judgements are sums of such, and say which counted. */
export interface Evidence {
  weight: number;
  reason: string;
}

export const total = (all: readonly Evidence[]): number => all.reduce((sum, { weight }) => sum + weight, 0);

/** The reasons that weighed most in the direction of the judgement. */
export function strongest(all: readonly Evidence[], most: number): string[] {
  const direction = Math.sign(total(all)) || 1;
  return all
    .filter(({ weight }) => weight * direction > 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, most)
    .map(({ reason }) => reason);
}
