import { startOwnService, type TestService, testConfig } from '@wfp/testing';
import { createTestLogger } from '@wfp/testing/test-logger.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { readCrossTenant } from '../operational.ts';
import { insertInto } from '../statements/statements.ts';
import { recordedTable } from '../writes/recorded/recorded-table.ts';
import { writeInTransaction } from '../writes/write.ts';
import { openDatabase } from './database.ts';

const { sql } = Prisma;
const unavailable = { kind: 'unavailable', status: 503, headers: { 'Retry-After': '2' } };
const rolesTable = recordedTable({ name: 'roles', aggregate: 'role', columns: Prisma.RoleScalarFieldEnum });
const recording = { event: 'role.post_create' };
let service: TestService;
/** A superuser connection, which may end the sessions of the service. */
let database: pg.Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

/** @returns the number of ended sessions */
async function endSessions(which: string): Promise<number> {
  const { rows } = await database.query(
    `select pg_terminate_backend(pid, 5000) as is_gone from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
  );
  expect(rows.every((row) => row.is_gone)).toBe(true);
  return rows.length;
}

describe('a connection that PostgreSQL ends', () => {
  it('fails a transaction between two statements, not the process', async () => {
    const owner = await service.newOrganization();
    const origin = { request_id: 'test-1', ip: '192.0.2.1', user_agent: 'vitest' };
    const caller = systemCaller(service.platform, owner.user.org_id, origin, [recording.event]);
    const lost = writeInTransaction(caller, async (tx) => {
      const statement = insertInto(caller, rolesTable, { code: 'lost', name: 'Lost' });
      await tx.write({ table: rolesTable, statement }, recording);
      const [session] = await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      expect(await endSessions(`pid = ${session?.pid}`)).toBe(1);
      await tx.rows(sql`select 1`);
    });
    await expect(lost).rejects.toMatchObject(unavailable);
    expect(await service.rows(sql`select 1 from roles where code = 'lost'`)).toEqual([]);
    expect((await owner.call('POST', '/tasks', { title: 'Continues' })).status).toBe(201);
  });

  it('fails the current requests with 503 at most, and no later ones', async () => {
    const owner = await service.newOrganization();
    const calls = () => Promise.all(Array.from({ length: 20 }, () => owner.call('GET', '/tasks')));
    await calls();
    const under = calls();
    expect(await endSessions("backend_type = 'client backend'")).toBeGreaterThan(2);
    for (const { status, headers } of await under) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(headers.get('retry-after')).toBe('2');
    }
    expect((await calls()).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });
});

it('responds with 503 if the server is unreachable or its host unknown', async () => {
  for (const databaseUrl of ['postgresql://a:b@127.0.0.1:1/c', 'postgresql://a:b@nowhere.invalid/c']) {
    const { config } = service;
    const elsewhere = testConfig({ databaseUrl, redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX });
    const away = openDatabase(elsewhere, createTestLogger('silent'));
    const platform = { ...service.platform, database: away };
    await expect(readCrossTenant(platform, sql`select 1`)).rejects.toMatchObject(unavailable);
    await away.close();
  }
});
