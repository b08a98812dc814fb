import { createHash } from 'node:crypto';

/**
 * Put before a statement whose text is one of few: writes and reads by key. PostgreSQL then parses and
 * plans it once a connection. Lists stay without it: a generic plan has walked the wrong index on a
 * board where one status held nearly every row.
 */
export const stableMark = '/* stable */';

const most = 1_000;
const names = new Map<string, string>();

/** The name of a prepared statement, or '' for one that is to be planned each time. */
export function statementName(sql: string): string {
  if (!sql.startsWith(stableMark)) return '';
  const known = names.get(sql);
  if (known) return known;
  // Each name is memory on every connection of the server; past the bound, statements go unnamed.
  if (names.size >= most) return '';
  const name = `w${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`;
  names.set(sql, name);
  return name;
}
