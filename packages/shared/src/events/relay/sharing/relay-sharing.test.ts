import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { lockCall } from '../../../db/advisory-locks.ts';
import { Prisma } from '../../../db/generated/client.ts';
import { type BlackHole, startBlackHole } from '../../testing/black-hole.ts';
import { insertEvent, RelayHarness, waitUntil } from '../../testing/relay-harness.ts';
import type { Relay } from '../relay.ts';
import { allShards } from './relay-shards.ts';

const { sql } = Prisma;
let service: TestService;
let relaying: RelayHarness;
let database: pg.Pool;
let owners: Client[];
let hole: BlackHole | undefined;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  relaying = new RelayHarness(service);
  database = new pg.Pool({ connectionString: service.config.DATABASE_URL, max: 2 }).on(
    'error',
    ignoreDropped,
  );
  owners = [];
  // One by one: on a busy machine, many concurrent sign-ups exceed the database's time limits.
  while (owners.length < allShards.length) owners.push(await service.newOrganization());
});
afterEach(async () => {
  await hole?.stop();
  hole = undefined;
  await relaying.stopAll();
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

const ledShards = (relays: readonly Relay[]) =>
  relays.map(({ status }) => status.leads).sort((a, b) => a - b);
const divided = (relays: readonly Relay[], shares: readonly number[]) =>
  eventually(
    () => ledShards(relays),
    (leads) => leads.join() === shares.join(),
  );

/** An event for every organization, and so for every shard. */
const writeEverywhere = () =>
  Promise.all(owners.map(({ user }) => database.query(insertEvent, [user.org_id, 1])));

it('divides the organizations evenly among starting and stopping relays, without gaps', async () => {
  const first = relaying.start();
  await divided([first], [16]);
  const second = relaying.start();
  await divided([first, second], [8, 8]);
  const third = relaying.start();
  await divided([first, second, third], [5, 5, 6]);
  await writeEverywhere();
  await relaying.waitUntilNumbered();
  expect([first, second, third].map(({ status }) => status.relays)).toEqual([3, 3, 3]);
  // A relay counts its events after their commit.
  await waitUntil(
    () => [first, second, third].every(({ status }) => status.numbered > 0),
    'each has its share',
  );
  await relaying.stop(second);
  await divided([first, third], [8, 8]);
  await writeEverywhere();
  await relaying.waitUntilNumbered();
  await relaying.expectGapFree();
});

it('replaces a relay whose network drops everything, within seconds', async () => {
  hole = await startBlackHole(service.config.DATABASE_URL);
  const config = { ...service.config, DATABASE_URL: hole.url };
  const lost = relaying.start({}, { ...service.platform, config });
  const other = relaying.start();
  await divided([lost, other], [8, 8]);
  hole.open();
  await writeEverywhere();
  await relaying.waitUntilNumbered();
  expect(other.status.leads).toBe(16);
  await waitUntil(() => lost.status.leads === 0, 'the lost relay reports that it leads no shard');
  hole.close();
  await divided([lost, other], [8, 8]);
  await writeEverywhere();
  await relaying.waitUntilNumbered();
  await relaying.expectGapFree();
});

it('releases the shards of a relay that hangs in the middle of a batch', async () => {
  hole = await startBlackHole(service.config.DATABASE_URL);
  const config = { ...service.config, DATABASE_URL: hole.url };
  const proxy = hole;
  let hangCount = 0;
  const hangs = {
    name: 'loses the network in between',
    project: async () => {
      hangCount += 1;
      proxy.open();
      return [];
    },
  };
  const lost = relaying.start({ projections: [hangs] }, { ...service.platform, config });
  await divided([lost], [16]);
  await writeEverywhere();
  await waitUntil(() => hangCount > 0, 'it hangs');
  relaying.start();
  await relaying.waitUntilNumbered();
  await relaying.expectGapFree();
});

it('takes shards that their intended leader does not take', async () => {
  const idle = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await idle.connect();
  await idle.query(`select ${lockCall('lockShared', 'relay_session', 'pg_backend_pid()')}`);
  const relay = relaying.start();
  await divided([relay], [16]);
  expect(relay.status.relays).toBe(2);
  await writeEverywhere();
  await relaying.waitUntilNumbered();
  await idle.end();
});

it('ignores relays of other databases of the server', async () => {
  const url = new URL(service.config.DATABASE_URL);
  url.pathname = '/postgres';
  const elsewhere = new pg.Client(url.href);
  await elsewhere.connect();
  const session = lockCall('lockShared', 'relay_session', 'pg_backend_pid()');
  const shards = `select ${lockCall('lock', 'relay_shard', 'shard')} from generate_series(0, 15) shard`;
  await elsewhere.query(`select ${session}; ${shards}`);
  const relay = relaying.start();
  await divided([relay], [16]);
  expect(relay.status.relays).toBe(1);
  await elsewhere.end();
});

it('starts without PostgreSQL and begins when it is available', async () => {
  hole = await startBlackHole(service.config.DATABASE_URL);
  hole.open();
  const relay = relaying.start(
    {},
    { ...service.platform, config: { ...service.config, DATABASE_URL: hole.url } },
  );
  await writeEverywhere();
  const [{ waiting }] = await service.rows(sql`select count(*)::int as waiting from outbox`);
  expect(waiting).toBeGreaterThanOrEqual(owners.length);
  hole.close();
  await relaying.waitUntilNumbered();
  expect(relay.status.leads).toBe(16);
});
