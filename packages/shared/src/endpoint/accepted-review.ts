/** The review of an accepted request. The first transaction that records a change stores it. */
export interface AcceptedReview {
  hook: string;
  /** A `Review`, whose transaction has no type here: `Caller` refers to this interface, and transactions to `Caller`. */
  review: { save(tx: object, record_ids: readonly number[]): Promise<void> };
  /** Set after the commit. */
  isSaved: boolean;
}
