import type { Caller } from '../caller.ts';
import type { Transaction } from '../db/writes/write.ts';

/** Something that is about to be written. */
export interface Proposal {
  /** Null for what is about to be created. */
  record_id: number | null;
  /** The fields as they were sent. */
  change: Readonly<Record<string, unknown>>;
}

/** What was said of proposals that may be written. */
export interface Review {
  /** Stores the verdicts with the write; takes the ids of created records in the order of their proposals. */
  save(tx: Transaction, record_ids: readonly number[]): Promise<void>;
}

/** Somebody who is asked before something is written. */
export interface Reviewer {
  /** The phases for which it answers, such as `task.pre_create`. */
  hooks: readonly string[];
  /**
   * Takes at most seconds, outside of any transaction.
   *
   * @throws AppError `invalid` when it must not be written
   */
  review(caller: Caller, hook: string, proposals: readonly Proposal[]): Promise<Review | undefined>;
}

/** What an endpoint is about to write, for those who are asked before. */
export interface ReviewedWrite<Input> {
  hook: string;
  proposals(input: Input): readonly Proposal[] | Promise<readonly Proposal[]>;
}
