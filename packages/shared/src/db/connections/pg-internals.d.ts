import 'pg';

/** The parts of node-postgres 8.23 used here that its types omit. */
declare module 'pg' {
  interface RowReader {
    fields: unknown[];
    _parsers: unknown[];
    _prebuiltEmptyResultObject: object;
    rows: unknown[];
  }

  /** The values of a row, as PostgreSQL sends them. */
  export interface DataRow {
    /** In bytes. */
    length: number;
  }

  interface Query {
    name: string;
    values: unknown[];
    _result: RowReader;
    _accumulateRows: boolean;
    _canceledDueToError: Error | false;
    hasBeenParsed(connection: Connection): boolean;
    prepare(connection: Connection): void;
    handleRowDescription(message: unknown): void;
    handleDataRow(row: DataRow): void;
  }

  interface Connection {
    bind(bound: {
      portal: string;
      statement: string;
      values: unknown[];
      valueMapper(value: unknown): unknown;
    }): void;
    execute(executed: { portal: string }): void;
    sync(): void;
  }

  interface Pool {
    query(query: Query, answered: (error: Error | null | undefined, result: QueryResult) => void): unknown;
  }

  interface ClientBase {
    query(query: Query, answered: (error: Error | null | undefined, result: QueryResult) => void): unknown;
  }
}
