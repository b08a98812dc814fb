import type { Caller } from '../caller.ts';
import type { Transaction } from '../db/transactions/transaction.ts';
import type { Announcement, AnyAnnouncement } from './announcement.ts';

export interface ConsequenceCall<Payload> {
  tx: Transaction;
  caller: Caller;
  payload: Payload;
}

/** A function of one area that runs when another area makes an announcement, in the same transaction. */
export interface Consequence<Payload = never> {
  on: Announcement<Payload>;
  /** `tasks.reassign`: area and action; unique among the consequences of the announcement. */
  name: string;
  /** Names of consequences of the same announcement that run before this one. */
  after?: readonly string[];
  /** Event types that the consequence writes itself. Writing another event type throws. */
  writes: readonly string[];
  /** Announcements that the consequence makes itself. Making another announcement throws. */
  announces?: readonly AnyAnnouncement[];
  /**
   * Reads and writes only with `tx`: no network, no Redis, no transaction of its own. Throwing rolls back the whole
   * transaction, so a consequence may also reject the write.
   *
   * @returns a remark for the log of the job, if something was left undone
   */
  run(call: ConsequenceCall<Payload>): Promise<string | undefined> | Promise<void>;
}

/** A consequence with its payload's type erased. */
export type AnyConsequence = Omit<Consequence, 'on' | 'run'> & {
  on: AnyAnnouncement;
  run(call: ConsequenceCall<never>): Promise<string | undefined> | Promise<void>;
};

export function consequence<Payload>(declaration: Consequence<Payload>): AnyConsequence {
  return declaration;
}
