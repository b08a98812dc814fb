export const hour = 3_600_000;
export const day = 24 * hour;

/** Milliseconds from one moment to a later one; null where one of them is none. */
export function between(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null;
  const passed = Date.parse(to) - Date.parse(from);
  return Number.isFinite(passed) ? passed : null;
}

/** A length of time as one says it: `3 days`. */
export function lengthOf(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < hour) return 'less than an hour';
  const [unit, name] = size < 2 * day ? [hour, 'hour'] : [day, 'day'];
  const count = Math.floor(size / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
