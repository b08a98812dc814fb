import pg from 'pg';
import type { Platform } from '../../platform.ts';
import { sessionOptions } from '../connections/connection-options.ts';
import { sendTo } from '../connections/statement-pool.ts';
import { translateErrors } from '../database-errors.ts';
import type { Prisma } from '../generated/client.ts';

const maxStatementMs = 6 * 3_600_000;

/** Reads without the time limits of requests. */
export interface LongReads {
  /** Runs all reads on one snapshot. */
  inSnapshot<Result>(
    run: (rows: <Row>(statement: Prisma.Sql) => Promise<Row[]>) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Opens a separate read-only connection for reads that take minutes, such as checks of whole tables. Requests never
 * wait for it.
 */
export async function withLongReads<Result>(
  platform: Platform,
  run: (reads: LongReads) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...sessionOptions(platform.config, {
      default_transaction_read_only: 'on',
      jit: 'off',
      statement_timeout: String(maxStatementMs),
      idle_in_transaction_session_timeout: '60000',
    }),
    query_timeout: maxStatementMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  const rows = async <Row>(statement: Prisma.Sql): Promise<Row[]> =>
    (await translateErrors(sendTo(client, statement, () => ''))).rows;
  try {
    return await run({
      inSnapshot: async (read) => {
        await client.query('begin isolation level repeatable read, read only');
        return read(rows).finally(() => client.query('rollback'));
      },
    });
  } finally {
    await client.end();
  }
}
