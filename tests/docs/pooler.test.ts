import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ConnectionUse, connectQuery } from '@wfp/shared/operational';
import { expect, it } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../deploy/pgbouncer/pgbouncer.ini');

it.each<[string, ConnectionUse]>([
  ['workforce', 'write'],
  ['workforce_read', 'read'],
  ['workforce_key', 'key'],
])('the pooler runs the connect query that the service requires for %s', async (database, use) => {
  const line = (await readFile(file, 'utf8')).split('\n').find((one) => one.startsWith(`${database} =`));
  expect(line).toContain(`connect_query='${connectQuery({ DATABASE_ROLE: 'wfp_app' }, use)}'`);
});
