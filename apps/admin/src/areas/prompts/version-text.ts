import type { Row } from '../../api/call-path.ts';

/** The fields of a version whose values differ from those of the record. */
export const changedFields = (snapshot: Row, row: Row): string[] =>
  Object.keys(snapshot).filter((name) => canonical(snapshot[name]) !== canonical(row[name]));

/** The text with which a value is compared: JSON if the value is not a text itself. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(sorted(value), null, 2);

const canonical = (value: unknown) => JSON.stringify(sorted(value));

/** The database does not keep the order of properties. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).map(([name, part]) => [name, sorted(part)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
