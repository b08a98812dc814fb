import type { z } from 'zod';
import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { Prisma, Subject, Transaction } from '../../db/index.ts';
import type { RowCondition } from '../../row-rights/row-rights.store.ts';

/**
 * A row lock. Both prevent other transactions from changing or archiving the record; `share` can be held by several
 * transactions, `no key update` by one.
 */
export type ParentLock = 'share' | 'no key update';

/** The parent of a sub-resource. Not only declared resources can be parents. */
export interface ParentResource {
  /** The path of one record, below `/api`: `/initiatives/:initiativeId`. */
  path: string;
  /** The schemas of the path parameters. */
  params: z.ZodRawShape;
  table: string;
  /** The singular noun in messages: `Initiative`. */
  noun: string;
  /** The resource whose permissions apply. */
  resource: string;
  aggregate: string;
  /**
   * Resolves the path parameters to the id of a live record on which the caller has the right.
   *
   * @throws AppError `not_found` if the caller may not read it, `forbidden` without the right
   */
  resolve(caller: Caller, params: Readonly<Record<string, unknown>>, right: Right): Promise<number>;
  isPermitted(caller: Caller, id: number, right: Right): Promise<boolean>;
  /** The records on which the caller has a right. Default: those that the permission of the resource covers. */
  condition?(caller: Caller, right: Right, alias: string): RowCondition;
  /**
   * Locks the record until the end of the transaction. Returns false if it no longer exists. Omitted if records
   * cannot be archived.
   */
  lock?(tx: Transaction, caller: Caller, id: number, strength: ParentLock): Promise<boolean>;
  /** The event subject of the record, as SQL on the key columns of a child row. */
  subject?: (key: ParentKey) => Subject;
  /** The creation time as SQL; that of the organization if omitted. */
  createdAt?(key: ParentKey): Prisma.Sql;
  /** The record's name as SQL. */
  recordName?: (key: ParentKey) => Prisma.Sql;
  /** The field that `recordName` selects; default: `name`. */
  recordNameField?: string;
}

/** The columns of a child row that refer to the parent, as SQL. */
export interface ParentKey {
  org_id: Prisma.Sql;
  id: Prisma.Sql;
}
