import pg from 'pg';
import { pageTooLarge } from './page-limit.ts';

/**
 * A query that fails if PostgreSQL sends more bytes of rows than a limit. Rows beyond it are not kept. The error is an
 * `AppError`, so the replica does not count as failed, and the primary is not asked for the same rows.
 */
export class LimitedQuery extends pg.Query {
  #bytesLeft: number;

  constructor(config: pg.QueryConfig, maxBytes: number) {
    super(config);
    this.#bytesLeft = maxBytes;
  }

  override handleDataRow(row: Parameters<pg.Query['handleDataRow']>[0]): void {
    this.#bytesLeft -= row.length;
    if (this.#bytesLeft >= 0) super.handleDataRow(row);
    else {
      this._canceledDueToError = pageTooLarge();
      this._result.rows = [];
    }
  }
}
