export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Milliseconds between two timestamps; null if one is missing or not a timestamp. */
export function millisecondsBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null;
  const passed = Date.parse(to) - Date.parse(from);
  return Number.isFinite(passed) ? passed : null;
}

/** A duration in words: `3 days`. */
export function durationText(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < hourMs) return 'less than an hour';
  const [unit, name] = size < 2 * dayMs ? [hourMs, 'hour'] : [dayMs, 'day'];
  const count = Math.floor(size / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
