import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdSet } from './id-set.ts';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function packed(ids: readonly number[]): Promise<Uint8Array | null> {
  const { rows } = await client.query(
    `select string_agg(int4send(id), ''::bytea order by id) as packed from unnest($1::int[]) id`,
    [ids],
  );
  return rows[0].packed;
}

async function unnested(array: IdSet): Promise<number[]> {
  const { rows } = await client.query('select unnest($1::int[]) as id', [array]);
  return rows.map(({ id }) => id);
}

it('has the ids that PostgreSQL packed, and no others', async () => {
  const ids = fc.uniqueArray(
    fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
  );
  await fc.assert(
    fc.asyncProperty(ids, fc.array(fc.integer({ min: -1, max: 301 })), async (present, asked) => {
      const set = IdSet.unpack(await packed(present));
      expect(set.size).toBe(present.length);
      expect(set.toPostgres()).toBe(IdSet.of(present).toPostgres());
      expect(await unnested(set)).toEqual(present.toSorted((a, b) => a - b));
      for (const id of [...present, ...asked]) expect([id, set.has(id)]).toEqual([id, present.includes(id)]);
    }),
    { numRuns: 50 },
  );
});

it('is empty without ids', async () => {
  const set = IdSet.unpack(await packed([]));
  expect([set.size, set.toPostgres(), set.has(1)]).toEqual([0, '{}', false]);
});
