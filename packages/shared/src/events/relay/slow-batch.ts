import type { StatementLimits } from '../../db/connections/direct-connection.ts';
import { sqlStateOf } from '../../db/database-errors.ts';

/** The limits of a batch of several organizations, and those of a batch of one organization that is set apart. */
export const sharedLimits: StatementLimits = { statementMs: 1_500, lockMs: 1_000 };
export const apartLimits: StatementLimits = { statementMs: 500, lockMs: 250 };

/** A statement took too long, or waited too long for a lock. */
const slowStates = /^(?:57014|55P03)$/;

/** The projections of a batch took too long together. */
export class SlowBatchError extends Error {
  override readonly name = 'SlowBatchError';
  constructor() {
    super('The projections of the batch took too long');
  }
}

/** True if fewer events may succeed. Usually the events of one organization are the cause. */
export const isSlow = (error: unknown): boolean =>
  error instanceof SlowBatchError || slowStates.test(sqlStateOf(error) ?? '');
