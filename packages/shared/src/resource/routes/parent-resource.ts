import type { z } from 'zod';
import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { Prisma, Subject, Transaction } from '../../db/index.ts';

/** The strength of the row lock: `share` against archival, `no key update` against any other change. */
export type ParentLock = 'share' | 'no key update';

/** A record as the parent of a sub-resource: any kind of record can be one, not only a declared resource. */
export interface ParentResource {
  /** One of its records, below `/api`: `/initiatives/:initiativeId`. */
  path: string;
  /** The schemas of the parameters of the path. */
  params: z.ZodRawShape;
  /** Its table. */
  table: string;
  /** The name of one record in messages: `Initiative`. */
  noun: string;
  /** The resource whose permissions decide. */
  resource: string;
  /** The aggregate type of its events. */
  aggregate: string;
  /**
   * Resolves the parameters of the path to the id of a live record for which the caller has the right.
   *
   * @throws AppError `not_found` for one that the caller may not read, `forbidden` for one they may only read
   */
  resolve(caller: Caller, params: Readonly<Record<string, unknown>>, right: Right): Promise<number>;
  /** True if the caller has the right on the live record with this id. */
  isPermitted(caller: Caller, id: number, right: Right): Promise<boolean>;
  /**
   * Locks the record against archival, or any change, until the end of the transaction; false when it is gone. Left out where records
   * cannot be archived.
   */
  lock?(tx: Transaction, caller: Caller, id: number, strength: ParentLock): Promise<boolean>;
  /** The people and teams that its events concern, as SQL by the columns of a row below it. */
  subject?: (key: ParentKey) => Subject;
  /** The moment at which it was created, as SQL; that of the organization when left out. */
  createdAt?(key: ParentKey): Prisma.Sql;
  /** The record name of its events, as SQL. */
  recordName?: (key: ParentKey) => Prisma.Sql;
}

/** The columns of a sub-resource's row that refer to its parent, as SQL. */
export interface ParentKey {
  org_id: Prisma.Sql;
  id: Prisma.Sql;
}
