import { createHash } from 'node:crypto';

/**
 * Put before a statement whose text is one of few: writes and reads by key. PostgreSQL then parses and
 * plans it once a connection. Lists stay without it: a generic plan has walked the wrong index on a
 * board where one status held nearly every row.
 */
export const stableMark = '/* stable */';

const maxStableNames = 1_000;
const maxListNames = 300;
const stable = new Map<string, string>();
const lists = new Map<string, string>();

/** For connections that may be others' in the next transaction, what they have prepared included. */
export const unnamed = (_sql: string): string => '';

/** The name of a prepared statement, or '' for one that is to be planned each time. */
export function statementName(sql: string): string {
  return sql.startsWith(stableMark) ? nameIn(stable, maxStableNames, sql) : '';
}

/**
 * Names every statement, for connections on which PostgreSQL plans even a prepared one each time for its values
 * (`plan_cache_mode`): it is only parsed and analyzed once, a quarter of what the first page of a list costs.
 */
export function readStatementName(sql: string): string {
  return statementName(sql) || nameIn(lists, maxListNames, sql);
}

/** Each name is memory on every connection of the server; past the bound, statements go unnamed. */
function nameIn(names: Map<string, string>, most: number, sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= most) return '';
  const name = `w${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`;
  names.set(sql, name);
  return name;
}
