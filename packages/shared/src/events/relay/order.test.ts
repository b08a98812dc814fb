import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { lockKey } from '../../db/advisory-locks.ts';
import { type CommittedEvents, writeLate } from '../testing/late-writers.ts';
import { followLog, followRedis, type LogReader } from '../testing/log-readers.ts';
import { RelayHarness, sleep } from '../testing/relay-harness.ts';
import type { Relay } from './relay.ts';

let service: TestService;
let relaying: RelayHarness;
let database: pg.Pool;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  relaying = new RelayHarness(service);
  database = new pg.Pool({ connectionString: service.config.DATABASE_URL, max: 2 }).on(
    'error',
    ignoreDropped,
  );
});
afterEach(() => relaying.stopAll());
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

/** Signs up organizations. Their events have no numbers until a relay starts. */
async function organizations(count: number): Promise<Client[]> {
  const owners: Client[] = [];
  // One by one: on a busy machine, many concurrent sign-ups exceed the database's time limits.
  while (owners.length < count) owners.push(await service.newOrganization());
  return owners;
}

/** Expects that all readers received the same events in the same order: exactly the committed ones. */
async function expectSameEvents(
  org_id: number,
  committed: CommittedEvents,
  readers: readonly LogReader[],
): Promise<void> {
  const log = await relaying.readLog(org_id);
  const missing = [...(committed.get(org_id) ?? [])].filter((id) => !log.includes(id));
  expect(missing).toEqual([]);
  expect(new Set(log).size).toBe(log.length);
  for (const { name, seen } of readers) {
    const twice = seen.filter(({ seq }, index) => seq <= (seen[index - 1]?.seq ?? 0));
    expect({ name, twice, ids: seen.map(({ id }) => id) }).toEqual({ name, twice: [], ids: log });
    expect(seen.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  }
}

it('gives readers every event once and in one order, though transactions commit late and out of order', async () => {
  const owners = await organizations(3);
  const orgs = owners.map(({ user }) => user.org_id);
  relaying.start();
  const readers = await Promise.all(
    orgs.map((org_id) =>
      Promise.all([
        followLog(service.platform, org_id),
        followLog(service.platform, org_id),
        followRedis(service.platform, org_id),
      ]),
    ),
  );
  const stream = await openStream(service.url, owners[0]?.token ?? '', '?last_event_id=0');
  const committed = await writeLate(service.config.DATABASE_URL, orgs, { writers: 40, transactions: 25 });
  await relaying.waitUntilNumbered();
  await Promise.all(readers.flat().map((reader) => reader.stop()));
  for (const [index, org_id] of orgs.entries()) {
    expect(committed.get(org_id)?.size).toBeGreaterThan(100);
    await expectSameEvents(org_id, committed, readers[index] ?? []);
  }
  const log = await relaying.readLog(orgs[0] ?? 0);
  // Sequence numbers differ from the order of ids; otherwise no event was late.
  expect(log).not.toEqual(log.toSorted((a, b) => a - b));
  await stream.until('the last event', (one) => Number(one.lastEventId) >= log.length);
  await stream.close();
  await expectSameEvents(orgs[0] ?? 0, committed, [
    {
      name: 'stream',
      seen: stream.messages.map(({ id, data }) => ({ seq: id, id: data.id })),
      stop: async () => undefined,
    },
  ]);
  await relaying.expectGapFree();
});

it('does not wait for open transactions in this or another database of the server', async () => {
  const [owner] = await organizations(1);
  const { org_id = 0 } = owner?.user ?? {};
  const elsewhere = new URL(service.config.DATABASE_URL);
  elsewhere.pathname = '/postgres';
  const holders = [service.config.DATABASE_URL, elsewhere.href].map(
    (connectionString) => new pg.Client({ connectionString }),
  );
  for (const holder of holders) {
    await holder.connect();
    await holder.query('begin');
    await holder.query('create temporary table held (id int); insert into held values (1)');
  }
  relaying.start();
  const reader = followLog(service.platform, org_id);
  const committed = await writeLate(service.config.DATABASE_URL, [org_id], { writers: 5, transactions: 5 });
  await relaying.waitUntilNumbered().finally(() => Promise.all(holders.map((holder) => holder.end())));
  await reader.stop();
  await expectSameEvents(org_id, committed, [reader]);
  await relaying.expectGapFree();
});

/** Ends the session of a random relay, as if its process had been killed. */
const killOne = () =>
  database.query(`select pg_terminate_backend(pid) from (select pid from pg_locks
    where locktype = 'advisory' and classid = ${lockKey('relay_session')} and database = (select oid from pg_database where datname = current_database())
    order by random() limit 1) one`);

it.each([2, 3])(
  'keeps the order with %i relays that are killed, stopped and started at random',
  async (count) => {
    const owners = await organizations(24);
    const orgs = owners.map(({ user }) => user.org_id);
    const relays: Relay[] = Array.from({ length: count }, () => relaying.start({ batchSize: 20 }));
    const readers = await Promise.all(
      orgs.map((org_id) =>
        Promise.all([followLog(service.platform, org_id), followRedis(service.platform, org_id)]),
      ),
    );
    let isOver = false;
    let killed = 0;
    const chaos = (async () => {
      // On a fast machine the writers may finish before the first relay is killed.
      while (!isOver || killed === 0) {
        await sleep(100 + Math.random() * 300);
        if (killed === 0 || Math.random() < 0.6) killed += (await killOne()).rowCount ?? 0;
        else {
          await relaying.stop(relays.shift() as Relay);
          relays.push(relaying.start({ batchSize: 20 }));
        }
      }
    })();
    const committed = await writeLate(service.config.DATABASE_URL, orgs, { writers: 30, transactions: 40 });
    isOver = true;
    await chaos;
    await relaying.waitUntilNumbered();
    await Promise.all(readers.flat().map((reader) => reader.stop()));
    expect(killed).toBeGreaterThan(0);
    for (const [index, org_id] of orgs.entries())
      await expectSameEvents(org_id, committed, readers[index] ?? []);
    await relaying.expectGapFree();
  },
);
