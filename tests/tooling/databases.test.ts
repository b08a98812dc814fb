import { createTestDatabase, testRedis } from '@wfp/testing/database.ts';
import pg from 'pg';
import { expect, test } from 'vitest';

test('a test database is migrated, empty and private', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new pg.Client({ connectionString: one.url });
  await client.connect();
  try {
    const { rows } = await client.query('select (select count(*)::int from tasks) as tasks');
    expect(rows).toEqual([{ tasks: 0 }]);
  } finally {
    await client.end();
    await Promise.all([one.drop(), other.drop()]);
  }
  expect(one.url).not.toBe(other.url);
  expect(testRedis().prefix).not.toBe(testRedis().prefix);
});
