import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { LimitedQuery } from './limited-query.ts';

/** Parsers and row template that node-postgres uses for a statement. */
type Shape = Pick<pg.Query['_result'], 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

const shapes = new WeakMap<pg.Connection, Map<string, Shape>>();

/**
 * A prepared statement whose rows PostgreSQL describes once per connection instead of every time: a description is
 * longer than most rows, and processing it costs both sides more than a row. An outdated description cannot be used:
 * PostgreSQL rejects a prepared statement whose row type has changed.
 */
export class DescribedQuery extends LimitedQuery {
  #connection: pg.Connection | undefined;

  override prepare(connection: pg.Connection): void {
    const shape = this.hasBeenParsed(connection) ? shapes.get(connection)?.get(this.name) : undefined;
    if (!shape) {
      this.#connection = connection;
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    connection.bind({ portal: '', statement: this.name, values: this.values, valueMapper: prepareValue });
    connection.execute({ portal: '' });
    connection.sync();
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    if (!this.#connection) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    const known = shapes.get(this.#connection) ?? new Map<string, Shape>();
    shapes.set(this.#connection, known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject }));
  }
}
