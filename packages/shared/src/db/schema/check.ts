import type { Config } from '../../config/config.ts';
import type { Platform } from '../../platform.ts';
import type { Prisma } from '../generated/client.ts';

/** The arguments of a check. All reads use one snapshot and have no short statement timeout. */
export interface CheckContext {
  platform: Platform;
  /** The organization to check; 0 for a check of the installation. */
  org_id: number;
  /** True if the organization is closed permanently; some of its rows may then be deleted. */
  is_closed: boolean;
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
}

/**
 * An invariant that the data satisfies at any time: while the service runs and after a restore. Checks are read-only.
 */
export interface Check {
  /** In kebab-case; operators select checks by it. */
  name: string;
  scope: 'organization' | 'installation';
  /** The invariant as a sentence. */
  invariant: string;
  /** The repair of a violation, as a sentence. */
  repair: string;
  /** Returns descriptions of violations, at most {@link maxViolations} plus one; each names its record. */
  find(context: CheckContext): Promise<string[]>;
}

/** Maximum violations listed per check; one more is fetched to detect whether the list is complete. */
export const maxViolations = 20;

/** A check by one statement, which must return the column `message` and at most {@link maxViolations} plus one rows. */
export function sqlCheck(
  declared: Omit<Check, 'find'>,
  statement: (context: Pick<CheckContext, 'org_id' | 'is_closed'>) => Prisma.Sql,
): Check {
  return {
    ...declared,
    find: async (context) =>
      (await context.rows<{ message: string }>(statement(context))).map(({ message }) => message),
  };
}

/** A column with values encrypted by `encryptSecret`, in a table keyed by `(org_id, id)`. */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** The context that an organization's values are bound to. */
  context(org_id: number): string;
}

/** Rows that the lane `maintenance` deletes. */
export interface ExpiredRows {
  table: string;
  /** A condition on the table's columns. Needs an index: the sweeper evaluates it every few seconds. */
  where: (config: Config) => Prisma.Sql;
}
