import type { Caller } from '../caller.ts';
import type { Transaction } from '../db/writes/write.ts';

/** A write before it happens. */
export interface Proposal {
  /** Null for a new record and for an export. */
  record_id: number | null;
  change: Readonly<Record<string, unknown>>;
}

/** The verdicts on proposals that may be written. */
export interface Review {
  /** Stores the verdicts with the write. `record_ids` has the ids of created records in the order of the proposals. */
  save(tx: Transaction, record_ids: readonly number[]): Promise<void>;
}

export interface Reviewer {
  /** The hooks that it handles, such as `task.pre_create`. */
  hooks: readonly string[];
  /** The event types that it writes when it stores verdicts. */
  emits: readonly string[];
  /**
   * Runs outside of any transaction, for a few seconds at most.
   *
   * @throws AppError `invalid` if the write is rejected
   */
  review(caller: Caller, hook: string, proposals: readonly Proposal[]): Promise<Review | undefined>;
}

/** A write that reviewers evaluate beforehand. */
export interface ReviewedWrite<Input> {
  /** `<resource>.pre_create`, `pre_update`, `pre_archive` or `pre_export`. */
  hook: string;
  /** Returns no proposals if the request changes nothing, or if the write will be rejected in any case. */
  proposals(input: Input): readonly Proposal[] | Promise<readonly Proposal[]>;
}
