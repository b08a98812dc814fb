import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type ServerPair, startServerPair } from './standby.ts';

let servers: ServerPair;
let service: TestService;
let owner: Client;
let other: Client;
let otherPod: string;

beforeAll(async () => {
  servers = await startServerPair();
  service = await startOwnService({
    DATABASE_URL: servers.primary.url,
    DATABASE_REPLICA_URL: servers.standby.url,
    LOG_LEVEL: 'silent',
  });
  owner = await service.newOrganization();
  other = await service.newUser(owner, ['admin']);
  otherPod = await service.startPod();
});
afterEach(async () => {
  await onStandby('select pg_wal_replay_resume()').catch(() => undefined);
});
afterAll(async () => {
  await service?.stop();
  await servers?.stop();
});

async function on(server: 'primary' | 'standby', sql: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: servers[server].url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}
const onStandby = (sql: string) => on('standby', sql);

/** Pauses the standby after it has replayed everything written so far. */
async function pauseStandby(): Promise<void> {
  const [{ position }] = await on('primary', 'select pg_current_wal_flush_lsn() as position');
  await eventually(
    () => onStandby(`select pg_last_wal_replay_lsn() >= '${position}'::pg_lsn as is_there`),
    ([row]) => row.is_there,
  );
  await onStandby('select pg_wal_replay_pause()');
  await eventually(
    () => onStandby('select pg_get_wal_replay_pause_state() as state'),
    ([row]) => row.state === 'paused',
  );
}

const titles = async (by: Client, at = service.url) => {
  const response = await fetch(`${at}/api/tasks?limit=100`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { title: string }[] };
  return data.map(({ title }) => title);
};

it('serves lists from the replica, and users see their own writes immediately on any pod', async () => {
  await owner.call('POST', '/tasks', { title: 'Known to both' });
  await eventually(
    () => titles(other),
    (all) => all.includes('Known to both'),
  );
  await pauseStandby();
  const { body } = await owner.call('POST', '/tasks', { title: 'Not there yet' });
  // Users without recent writes read from the replica; the writer reads from the primary.
  await eventually(
    () => titles(other),
    (all) => all.join() === 'Known to both',
  );
  expect(await titles(owner)).toContain('Not there yet');
  expect(await titles(owner, otherPod)).toContain('Not there yet');
  expect((await other.call('GET', `/tasks/${body.id}`)).status).toBe(200);
  const history = await owner.call('GET', `/events/task/${body.id}`);
  expect(history.body.total).toBe(1);

  const change = { title: 'Changed by the other' };
  expect((await other.call('PATCH', `/tasks/${body.id}`, change)).body).toMatchObject(change);
  expect(await titles(other)).toContain('Changed by the other');
  expect(await titles(other, otherPod)).toContain('Changed by the other');
  await onStandby('select pg_wal_replay_resume()');
  await eventually(
    async () => (await onStandby("select 1 from tasks where title = 'Changed by the other'")).length,
    (count) => count === 1,
  );
});

it('reads for a write go to the primary', async () => {
  await pauseStandby();
  const made = await owner.call('POST', '/tasks', { title: 'Parent' });
  const child = await other.call('POST', '/tasks', { title: 'Child', parent_task_id: made.body.id });
  expect(child.body).toMatchObject({ title: 'Child' });
});

it('falls back to the primary when the replica is down', async () => {
  await servers.standby.stop();
  const all = await titles(other);
  expect(all).toContain('Child');
  await owner.call('POST', '/tasks', { title: 'Without a replica' });
  expect(await titles(owner)).toContain('Without a replica');
  const lag = async () => {
    const text = await service.platform.metrics.text();
    return /^wfp_replica_lag_seconds (\S+)$/m.exec(text)?.[1];
  };
  await eventually(lag, (value) => value === '+Inf');
  expect(await titles(other)).toContain('Without a replica');
});
