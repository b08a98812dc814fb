import type { Config } from '../../config/config.ts';
import type { Platform } from '../../platform.ts';
import type { Prisma } from '../generated/client.ts';

/** What a check looks with: one snapshot of the database, and all the time that a statement takes. */
export interface CheckContext {
  platform: Platform;
  /** The organization to look at; 0 for a check of the installation. */
  org_id: number;
  /** The organization is closed for good: rows of it may be gone. */
  is_closed: boolean;
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
}

/**
 * An invariant that the tables must show at any moment, while the service runs and after a restore. Looking changes
 * nothing.
 */
export interface Check {
  /** Kebab-case; operators name it. */
  name: string;
  scope: 'organization' | 'installation';
  /** What holds, as a sentence. */
  invariant: string;
  /** What to do about a breach, as a sentence. */
  repair: string;
  /** Breaches in words, {@link maxViolations} at most: each names its record. */
  find(look: CheckContext): Promise<string[]>;
}

/** How many breaches of a check are named; one more is asked for, to know whether there are others. */
export const maxViolations = 20;

/** A check that is one statement, whose rows have one column, `says`. It is cut off behind what is named. */
export function sqlCheck(
  declared: Omit<Check, 'find'>,
  statement: (look: Pick<CheckContext, 'org_id' | 'is_closed'>) => Prisma.Sql,
): Check {
  return {
    ...declared,
    find: async (look) => (await look.rows<{ says: string }>(statement(look))).map(({ says }) => says),
  };
}

/** A column that holds encrypted values, as `sealSecret` makes them, of a table keyed by `(org_id, id)`. */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** What the values of an organization are bound to. */
  context(org_id: number): string;
}

/** Rows of a table that are no longer needed: the lane of `upkeep` deletes them. */
export interface ExpiredRows {
  table: string;
  /** SQL on its columns. An index finds the rows: the lane looks every few seconds. */
  where: (config: Config) => Prisma.Sql;
}
