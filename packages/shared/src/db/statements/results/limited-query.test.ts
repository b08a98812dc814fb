import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../errors.ts';
import { rowTypes, sendTo } from '../../connections/statement-pool.ts';
import { Prisma } from '../../generated/client.ts';
import { stableMark } from '../statement-names.ts';
import { limitedToPage } from './page-limit.ts';

const { sql, raw } = Prisma;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url, types: rowTypes, pipeline: true });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const rowsOf = async (statement: Prisma.Sql) => (await sendTo(client, statement)).rows;
const mebibytes = (count: number, mark: string) =>
  sql`${raw(mark)} select repeat('x', 1024 * 1024) as text from generate_series(1, ${count}::int)`;

it.each(['', stableMark])(
  'fails beyond 8 MiB of rows with an error for the client, if marked: %j',
  async (mark) => {
    for (let time = 0; time < 2; time += 1) {
      expect(await rowsOf(limitedToPage(mebibytes(7, mark)))).toHaveLength(7);
      // An `AppError`: otherwise, the replica would count as failed, and the primary would be read too.
      const error = await rowsOf(limitedToPage(mebibytes(9, mark))).catch((reason) => reason);
      expect([error instanceof AppError, error.kind]).toEqual([true, 'invalid']);
      expect(await rowsOf(mebibytes(9, mark))).toHaveLength(9);
    }
  },
);
