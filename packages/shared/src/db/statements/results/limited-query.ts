import pg from 'pg';

/** A query that fails if PostgreSQL sends more bytes of rows than a limit. Rows beyond it are not kept. */
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
      this._canceledDueToError = new ResultTooLargeError();
      this._result.rows = [];
    }
  }
}

/** The rows of a statement have more bytes than its limit. */
export class ResultTooLargeError extends Error {}
