import pg from 'pg';
import type { RowLimit } from './page-limit.ts';

/**
 * A query that fails if PostgreSQL sends more bytes of rows than a limit. Rows beyond it are not kept. The error is an
 * `AppError`, so the replica does not count as failed, and the primary is not asked for the same rows.
 */
export class LimitedQuery extends pg.Query {
  readonly #limit: RowLimit | undefined;
  #bytes = 0;

  constructor(config: pg.QueryConfig, limit: RowLimit | undefined) {
    super(config);
    this.#limit = limit;
  }

  override handleDataRow(row: Parameters<pg.Query['handleDataRow']>[0]): void {
    this.#bytes += row.length;
    if (!this.#limit || this.#bytes <= this.#limit.bytes) super.handleDataRow(row);
    else {
      this._canceledDueToError = this.#limit.error();
      this._result.rows = [];
    }
  }
}
