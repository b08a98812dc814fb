import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Prisma } from '../../generated/client.ts';
import { stableMark } from '../../statements/statement-names.ts';
import { OrganizationReads } from './organization-reads.ts';
import { ReadTimes } from './read-times.ts';
import { SharedConnections } from './shared-connections.ts';

const { sql, raw } = Prisma;

let database: TestDatabase;
let shared: SharedConnections;
let own: SharedConnections;
beforeAll(async () => {
  database = await createTestDatabase();
  const connect = (options: string) =>
    new SharedConnections({ connectionString: database.url, options }, 1, { onLost: () => undefined });
  shared = connect('-c application_name=shared -c statement_timeout=2000');
  own = connect('-c application_name=own');
});
afterAll(async () => {
  await Promise.all([shared.close(), own.close()]);
  await database.drop();
});

let times: ReadTimes;
beforeEach(() => {
  times = new ReadTimes();
});

/** Waits in PostgreSQL and returns the name of the connection. */
const wait = (seconds: number, text = 'wait') =>
  sql`${raw(stableMark)} select current_setting('application_name') as at, ${raw(`'${text}'`)} as text from pg_sleep(${seconds}::float8)`;
const readsOf = (org_id: number) => new OrganizationReads(shared, times, org_id, () => own);
const placeOf = async (org_id: number, statement: Prisma.Sql) => {
  const [row] = await readsOf(org_id).rows<{ at: string }>(statement);
  return row?.at;
};

it('runs a statement that was slow twice in the share of the organization, and only of this one', async () => {
  expect(await placeOf(1, wait(0.05))).toBe('shared');
  expect(await placeOf(1, wait(0.05))).toBe('shared');
  expect(await placeOf(1, wait(0))).toBe('own');
  expect(await placeOf(2, wait(0))).toBe('shared');
  expect(await placeOf(1, wait(0, 'other'))).toBe('shared');
});

it('runs pages of other sizes of a slow statement in the share of the organization', async () => {
  const page = (limit: number, seconds: number) =>
    sql`${raw(stableMark)} select current_setting('application_name') as at from pg_sleep(${seconds}::float8) order by 1 limit ${raw(String(limit))}`;
  expect(await placeOf(1, page(51, 0.05))).toBe('shared');
  expect(await placeOf(1, page(52, 0.05))).toBe('shared');
  expect(await placeOf(1, page(53, 0))).toBe('own');
});

const placesOf = (org_id: number, count: number, text?: string) =>
  Promise.all(Array.from({ length: count }, () => placeOf(org_id, wait(0, text))));
const proveFast = (org_id: number, text?: string) => times.add(times.keyOf(org_id, wait(0, text).sql), 0);
const ownShareOf = (places: readonly (string | undefined)[]) => places.filter((at) => at === 'own').length;

it('runs further reads in the share of the organization while many are in progress', async () => {
  for (const org_id of [5, 6]) proveFast(org_id);
  const [many, other] = await Promise.all([placesOf(5, 40), placesOf(6, 3)]);
  expect(ownShareOf(many)).toBe(24);
  expect(ownShareOf(other)).toBe(0);
  // Another statement: on a busy machine, the first one may now be known as slow.
  proveFast(5, 'after');
  expect(ownShareOf(await placesOf(5, 16, 'after'))).toBe(0);
});

it('runs two statements at a time on the shared connections before it is known that they are fast', async () => {
  const [many, other] = await Promise.all([placesOf(5, 40), placesOf(6, 2)]);
  expect(ownShareOf(many)).toBe(38);
  expect(ownShareOf(other)).toBe(0);
});

it('counts reads that failed as ended', async () => {
  const broken = sql`${raw(stableMark)} select 1 / ${0}::int as at`;
  await Promise.allSettled(Array.from({ length: 40 }, () => readsOf(7).rows(broken)));
  expect(await placeOf(7, wait(0))).toBe('shared');
});

it('does not count the time that a statement waited behind another', async () => {
  const waiting = [1, 2, 3].map((org_id) => Promise.all([placeOf(org_id, wait(0, 'short'))]));
  await Promise.all([placeOf(9, wait(0.2)), placeOf(9, wait(0.2)), ...waiting]);
  for (let round = 0; round < 2; round += 1)
    await Promise.all([placeOf(9, wait(0.2, `long ${round}`)), placeOf(1, wait(0, 'short'))]);
  expect(await placeOf(1, wait(0, 'short'))).toBe('shared');
});

it('repeats a cancelled statement in the share of the organization', async () => {
  expect(await placeOf(3, wait(2.5))).toBe('own');
  expect(await placeOf(3, wait(0))).toBe('own');
});

it('reports every other error', async () => {
  const broken = sql`${raw(stableMark)} select 1 / ${0}::int as at`;
  await expect(readsOf(4).rows(broken)).rejects.toThrow(pg.DatabaseError);
});
