import type { ReadRecord, Row } from '../../api/call-path.ts';
import { hasSameFields } from '../../api/change-record.ts';

/** A change of fields that another user has changed since the user saw them. */
export class ConflictError extends Error {
  readonly theirs: ReadRecord;
  /** The fields that both have changed. */
  readonly names: readonly string[];

  constructor(theirs: ReadRecord, body: Row, base: Row) {
    super('Another user has changed the same fields');
    this.theirs = theirs;
    this.names = Object.keys(body).filter((name) => !hasSameFields(base, theirs.row, [name]));
  }
}
