import type { Row } from '../../../api/call-path.ts';
import { pathOfRow, rowIdentity } from '../use-list.ts';

interface DrawnRow {
  resource: { path: string };
  loaded: Row;
}

/**
 * True if a row looks the same with other properties. `loaded` only identifies the record: every version that was read is
 * in the store of rows, which the row listens to.
 */
export function isDrawnAlike(
  { loaded: before, ...drawn }: DrawnRow,
  { loaded: after, ...next }: DrawnRow,
): boolean {
  const { path } = next.resource;
  if (rowIdentity(before) !== rowIdentity(after) || pathOfRow(path, before) !== pathOfRow(path, after))
    return false;
  const known: Readonly<Record<string, unknown>> = { ...drawn };
  return Object.entries(next).every(([name, value]) => Object.is(known[name], value));
}
