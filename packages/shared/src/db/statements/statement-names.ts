import { createHash } from 'node:crypto';

/**
 * Prefix of statements whose text is one of few: writes and reads by key. PostgreSQL parses and plans them once per
 * connection. Not for lists, except with `plannedOnce`: a generic plan scanned the wrong index on a board with nearly
 * all rows in one status.
 */
export const stableMark = '/* stable */';

const maxStableNames = 1_000;
const maxListNames = 300;
const stable = new Map<string, string>();
const lists = new Map<string, string>();
const repeated = new Map<string, string>();

/** Names no statement, for poolers: their connections and prepared statements are shared with other clients. */
export const unnamed = (_sql: string): string => '';

/** The name of a prepared statement; '' for one that is planned every time. */
export function statementName(sql: string): string {
  return sql.startsWith(stableMark) ? nameIn(stable, maxStableNames, sql) : '';
}

/**
 * Names every statement up to a limit, for connections with `plan_cache_mode = force_custom_plan`: the statement is
 * planned for its values every time but parsed and analyzed only once, which saves a quarter of the time of the first
 * page of a list.
 */
export function readStatementName(sql: string): string {
  return statementName(sql) || nameIn(lists, maxListNames, sql);
}

/**
 * Names every statement up to a limit, for long transactions, which repeat their statements for each row: planning them
 * would cost more than running them. Their settings make plans independent of the size that tables had at first.
 */
export function repeatedStatementName(sql: string): string {
  return statementName(sql) || nameIn(repeated, maxListNames, sql);
}

/** Each name uses memory on every connection of the server; above the limit, statements are unnamed. */
function nameIn(names: Map<string, string>, most: number, sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= most) return '';
  const name = `w${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`;
  names.set(sql, name);
  return name;
}
