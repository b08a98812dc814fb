import type { Client } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { signUpAt } from '../processes/sign-up.ts';
import { brokenInvariants } from './invariants.ts';

let cluster: Cluster;
let database: pg.Pool;
let api: Pod;
let owner: Client;
beforeAll(async () => {
  // An organization gets a part of the pool only. Calls that arrive apart are written by statements of their own, which must
  // not take all of its connections while they wait.
  cluster = await createCluster({ DATABASE_POOL_SIZE: '20' });
  database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 4 }).on('error', ignoreDropped);
  api = await cluster.startApi();
  owner = await signUpAt(api, 'combined');
});
afterAll(async () => {
  await database?.end();
  await cluster?.stop();
});

type SentCall = readonly [method: string, path: string, body: object];

/** Returns the statuses of concurrent calls, 0 for a lost connection. Adds the ids of successful responses to `acknowledged`. */
function callAll(calls: readonly SentCall[], acknowledged: Set<number>): Promise<number[]> {
  return Promise.all(
    calls.map(async (one) => {
      const response = await owner.call(...one).catch(() => null);
      if (response && response.status < 300) acknowledged.add(response.body.id);
      return response?.status ?? 0;
    }),
  );
}

const creates = (title: string, count: number) =>
  Array.from({ length: count }, () => ['POST', '/tasks', { title }] as const);

/** Returns the tasks with a title, each with its numbers of events, audit entries, and outbox or log rows. */
async function recordedTasks(title: string) {
  const { rows } = await database.query(
    `select t.id, count(distinct e.id)::int as events, count(distinct a.id)::int as audits,
      count(distinct o.event_id)::int + count(distinct l.event_id)::int as relayed
    from tasks t left join events e on e.org_id = t.org_id and e.aggregate_type = 'task' and e.aggregate_id = t.id
      left join audit_log a on a.org_id = t.org_id and a.event_id = e.id left join outbox o on o.event_id = e.id
      left join event_log l on l.org_id = t.org_id and l.event_id = e.id
    where t.title = $1 group by t.org_id, t.id order by t.id`,
    [title],
  );
  return rows;
}

/** Without workers, events wait to be numbered, and a busy machine needs longer than they may wait. */
const broken = async () =>
  (await brokenInvariants(cluster)).filter(
    (line) => !/^relay-keeps-up: .* has been waiting since /.test(line),
  );

async function expectComplete(title: string, acknowledged: ReadonlySet<number>): Promise<number> {
  const tasks = await recordedTasks(title);
  for (const { events, audits, relayed } of tasks)
    expect({ events, audits, relayed }).toEqual({ events: 1, audits: 1, relayed: 1 });
  const stored = new Set(tasks.map(({ id }) => id));
  expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  expect(await broken()).toEqual([]);
  return tasks.length;
}

/** Returns the ids of the sessions that wait for a lock in a statement that contains `query`. */
async function waitingSessions(query = ''): Promise<number[]> {
  const { rows } = await database.query(
    `select distinct l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database() and a.query like '%' || $1 || '%'`,
    [query],
  );
  return rows.map(({ pid }) => pid);
}

const terminate = (sessions: readonly number[]) =>
  database.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [sessions]);

/** Part of the text of combined statements. */
const combined = 'json_populate_recordset';

/**
 * Sends calls that wait for the locks of the columns: the first in a statement of its own, the others in combined ones.
 *
 * @param disturb called while at least one combined statement waits; ends the transaction that holds the locks
 */
async function sendToLockedColumns(
  calls: readonly SentCall[],
  acknowledged: Set<number>,
  disturb: (holder: pg.PoolClient) => Promise<unknown>,
): Promise<number[]> {
  const holder = await database.connect();
  try {
    await holder.query('begin');
    await holder.query('select from task_columns order by org_id, status for update');
    const first = callAll(calls.slice(0, 1), acknowledged);
    await eventually(
      () => waitingSessions(),
      ({ length }) => length === 1,
    );
    const others = callAll(calls.slice(1), acknowledged);
    await eventually(
      () => waitingSessions(combined),
      ({ length }) => length > 0,
    );
    await disturb(holder);
    return [...(await first), ...(await others)];
  } finally {
    holder.release();
  }
}

/** Waits until PostgreSQL has finished the statements of disconnected clients. */
const untilNoneIsActive = () =>
  eventually(
    async () => {
      const { rows } = await database.query(`select from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`);
      return rows.length;
    },
    (count) => count === 0,
  );

it('writes all or nothing of each waiting create when the process is killed', async () => {
  await callAll(creates('First', 1), new Set());
  const acknowledged = new Set<number>();
  const statuses = await sendToLockedColumns(creates('Waiting', 65), acknowledged, async (holder) => {
    await api.kill('SIGKILL');
    await holder.query('commit');
  });
  expect(new Set(statuses)).toEqual(new Set([0]));
  await untilNoneIsActive();
  await expectComplete('Waiting', acknowledged);
  api = await cluster.startApi(api.port);
});

it('loses no acknowledged create when the process is killed between combined statements', async () => {
  for (let round = 0; round < 6; round += 1) {
    const title = `Round ${round}`;
    const acknowledged = new Set<number>();
    const working = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let turn = 0; turn < 8; turn += 1) await callAll(creates(title, 16), acknowledged);
      }),
    );
    await eventually(
      () => acknowledged.size,
      (size) => size > 60 * round,
    );
    await api.kill('SIGKILL');
    await working;
    await untilNoneIsActive();
    expect(await expectComplete(title, acknowledged)).toBeGreaterThanOrEqual(acknowledged.size);
    api = await cluster.startApi(api.port);
  }
});

it('writes no create whose connection to PostgreSQL is lost, and answers it with 503', async () => {
  const acknowledged = new Set<number>();
  const statuses = await sendToLockedColumns(creates('Lost', 65), acknowledged, async (holder) => {
    await terminate(await waitingSessions(combined));
    await holder.query('commit');
  });
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(1);
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  const before = acknowledged.size;
  expect(await expectComplete('Lost', acknowledged)).toBe(before);
  expect(await callAll(creates('Lost', 70), acknowledged)).toEqual(Array.from({ length: 70 }, () => 201));
  expect(await expectComplete('Lost', acknowledged)).toBe(before + 70);
});

/** Creates tasks to move, in `todo`. */
async function createTasks(title: string, count: number): Promise<number[]> {
  const ids = new Set<number>();
  await callAll(creates(title, count), ids);
  return [...ids];
}

const movesOf = (ids: readonly number[]) =>
  ids.map((id, n) => ['POST', `/tasks/${id}/move`, { status: 'done', position: n % 9 }] as const);

/**
 * Asserts that each task either was moved and has all records of the move, or was not moved and has none, and that tasks
 * with an acknowledged move were moved. Returns the number of moved tasks.
 */
async function expectMoves(ids: readonly number[], acknowledged: ReadonlySet<number>): Promise<number> {
  const { rows } = await database.query<{ id: number; is_moved: boolean; records: number[] }>(
    `select t.id, t.status = 'done' as is_moved, array[
        (select count(*)::int from audit_log a where a.org_id = t.org_id and a.resource = 'task' and a.record_id = t.id and a.action = 'update'),
        count(e.id) filter (where e.event_type = 'task.post_update')::int, count(e.id) filter (where e.event_type = 'task.completed')::int,
        count(l.event_id)::int + count(o.event_id)::int] as records
     from tasks t
       left join events e on e.org_id = t.org_id and e.aggregate_type = 'task' and e.aggregate_id = t.id and e.event_type <> 'task.post_create'
       left join event_log l on l.org_id = t.org_id and l.event_id = e.id left join outbox o on o.event_id = e.id
     where t.id = any($1) group by t.org_id, t.id order by t.id`,
    [ids],
  );
  expect(rows).toEqual(
    rows.map(({ id, is_moved }) => ({ id, is_moved, records: is_moved ? [1, 1, 1, 2] : [0, 0, 0, 0] })),
  );
  const moved = rows.filter(({ is_moved }) => is_moved).map(({ id }) => id);
  expect([...acknowledged].filter((id) => !moved.includes(id))).toEqual([]);
  expect(await broken()).toEqual([]);
  return moved.length;
}

it('moves each waiting task completely or not at all when the process is killed', async () => {
  const ids = await createTasks('To be moved', 65);
  await callAll([['POST', '/tasks', { title: 'Finished', status: 'done' }]], new Set());
  const acknowledged = new Set<number>();
  const statuses = await sendToLockedColumns(movesOf(ids), acknowledged, async (holder) => {
    await api.kill('SIGKILL');
    await holder.query('commit');
  });
  expect(new Set(statuses)).toEqual(new Set([0]));
  await untilNoneIsActive();
  await expectMoves(ids, acknowledged);
  api = await cluster.startApi(api.port);
});

it('loses no acknowledged move when the process is killed between combined statements', async () => {
  for (let round = 0; round < 4; round += 1) {
    const ids = await createTasks(`Moves ${round}`, 256);
    const acknowledged = new Set<number>();
    const calls = movesOf(ids);
    const working = Promise.all(
      Array.from({ length: 4 }, async (_, client) => {
        for (let turn = 0; turn < 4; turn += 1) {
          const from = (client * 4 + turn) * 16;
          await callAll(calls.slice(from, from + 16), acknowledged);
        }
      }),
    );
    await eventually(
      () => acknowledged.size,
      (size) => size > 40 * round,
    );
    await api.kill('SIGKILL');
    await working;
    await untilNoneIsActive();
    expect(await expectMoves(ids, acknowledged)).toBeGreaterThanOrEqual(acknowledged.size);
    api = await cluster.startApi(api.port);
  }
});
