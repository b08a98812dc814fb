import { systemCaller } from '@wfp/shared';
import { Prisma, writeInTransaction } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBoard } from '../testing/board-model.ts';
import { changeTasks } from '../writes/task-changes.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
const ids: number[] = [];
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  for (let n = 0; n < 24; n += 1) {
    const body = { title: `Task ${n}`, status: n % 2 === 0 ? 'todo' : 'done', assigned_to: owner.user.id };
    ids.push((await owner.call('POST', '/tasks', body)).body.id);
  }
});
afterAll(() => service.stop());

/**
 * Number of deadlocks in the database since its creation, including those after which the service retried the
 * transaction. This file needs a database of its own.
 */
async function countDeadlocks(): Promise<number | undefined> {
  const [row] = await service.rows<{ deadlocks: number }>(
    sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`,
  );
  return row?.deadlocks;
}

it('creates comments, children, relations and reminders of a task while its slots are spread', async () => {
  const { org_id } = owner.user;
  await withConnections(async (connect) => {
    const spreading = await connect();
    await spreading.query('begin');
    await spreading.query(`select from task_columns where org_id = $1 and status = 'todo' for update`, [
      org_id,
    ]);
    await spreading.query(`update tasks set slot = slot + 1 where org_id = $1 and status = 'todo'`, [org_id]);
    const [id] = ids;
    const answers = await Promise.all([
      owner.call('POST', `/tasks/${id}/comments`, { body: 'Concurrent' }),
      owner.call('POST', '/tasks', { title: 'Child', status: 'blocked', parent_task_id: id }),
      owner.call('POST', `/tasks/${id}/relations`, { other_task_id: ids[2], kind: 'relates_to' }),
      owner.call('POST', `/tasks/${id}/reminders`, { kind: 'absolute', remind_at: '2090-01-01T00:00:00Z' }),
    ]);
    await spreading.query('rollback');
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
  });
});

async function withConnections(work: (connect: () => Promise<pg.Client>) => Promise<void>): Promise<void> {
  const open: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client(service.config.DATABASE_URL);
    open.push(client);
    await client.connect();
    return client;
  };
  await work(connect).finally(() => Promise.all(open.map((client) => client.end())));
}

it('finds a task that two other transactions move while it waits for the columns', async () => {
  const client = await service.newOrganization();
  const { org_id } = client.user;
  const { id } = (await client.call('POST', '/tasks', { title: 'On the move' })).body;
  const leave = (by: pg.Client, from: string) =>
    by.query('update task_columns set length = 0, high_slot = 0 where org_id = $1 and status = $2', [
      org_id,
      from,
    ]);
  /** Moves the task, alone in its column, to an empty column. */
  const enter = async (by: pg.Client, to: string) => {
    await by.query('update tasks set status = $3, slot = 0 where org_id = $1 and id = $2', [org_id, id, to]);
    await by.query('insert into task_columns (org_id, status, length, high_slot) values ($1, $2, 1, 1)', [
      org_id,
      to,
    ]);
  };
  await withConnections(async (connect) => {
    const [gate, first, second] = [await connect(), await connect(), await connect()];
    await gate.query('begin');
    await leave(gate, 'todo');
    const answer = client.call('POST', `/tasks/${id}/move`, { status: 'done', position: 0 });
    await waitUntilBlocking(gate);
    // `first` and `second` have moved the task before the request locks the column in which it found the task.
    await enter(first, 'blocked');
    await second.query('begin');
    await leave(second, 'blocked');
    await enter(second, 'reviewing');
    await gate.query('commit');
    await waitUntilBlocking(second);
    await second.query('commit');
    expect((await answer).status).toBe(200);
    expect((await readBoard(service, client)).done).toEqual([id]);
  });
});

it('locks no task of a column that it has not locked', async () => {
  const client = await service.newOrganization();
  const { org_id } = client.user;
  const create = async (status: string): Promise<number> =>
    (await client.call('POST', '/tasks', { title: 'On the move', status })).body.id;
  const [lower, upper, done] = [await create('todo'), await create('todo'), await create('done')];
  const before = await countDeadlocks();
  await withConnections(async (connect) => {
    const [mover, holder] = [await connect(), await connect()];
    await mover.query('begin');
    await mover.query(`update task_columns set length = 0 where org_id = $1 and status = 'todo'`, [org_id]);
    await mover.query(
      `update tasks set status = 'done', slot = slot + board_gap() where org_id = $1 and status = 'todo'`,
      [org_id],
    );
    const patch = { effort: 'xl' };
    const answer = client.call('POST', '/tasks/bulk', { ids: [lower, upper], patch });
    await waitUntilBlocking(mover);
    await holder.query('begin');
    await holder.query(
      `update task_columns set length = 3, high_slot = 3 * board_gap() where org_id = $1 and status = 'done'`,
      [org_id],
    );
    const held = holder.query('select from tasks where org_id = $1 and id = $2 for no key update', [
      org_id,
      upper,
    ]);
    await waitUntilBlocking(mover, 2);
    await mover.query('commit');
    await held;
    await waitUntilBlocking(holder);
    await holder.query('update tasks set slot = slot where org_id = $1 and id = $2', [org_id, lower]);
    await holder.query('commit');
    const { status, body } = await answer;
    expect([status, body.data.map((task: any) => task.effort)]).toEqual([200, ['xl', 'xl']]);
  });
  expect((await readBoard(service, client)).done).toEqual([done, lower, upper]);
  expect(await countDeadlocks()).toBe(before);
});

it('returns the position of a task that was moved while its update waited', async () => {
  const client = await service.newOrganization();
  const { org_id } = client.user;
  await client.call('POST', '/tasks', { title: 'First' });
  const { id } = (await client.call('POST', '/tasks', { title: 'Second' })).body;
  await withConnections(async (connect) => {
    const mover = await connect();
    await mover.query('begin');
    await mover.query(
      `update task_columns set run_starts = '{20000}', run_positions = '{1}' where org_id = $1`,
      [org_id],
    );
    await mover.query('update tasks set slot = 2 * board_gap() - 1 where org_id = $1 and id = $2', [
      org_id,
      id,
    ]);
    const answer = client.call('PATCH', `/tasks/${id}`, { title: 'Concurrent' });
    await waitUntilBlocking(mover);
    await mover.query('commit');
    expect((await answer).body).toMatchObject({ title: 'Concurrent', position: 1 });
  });
});

it('updates, moves and deletes many tasks concurrently without deadlocks', async () => {
  const { org_id, id: user } = owner.user;
  const origin = { request_id: 'locks', ip: null, user_agent: null };
  const caller = systemCaller(service.platform, org_id, origin, ['task.post_update', 'task.completed']);
  const rounds = [...Array(20).keys()];
  const spread = (round: number, step: number) => ids.filter((_, index) => (index + round) % step === 0);
  const all = async (work: (round: number) => Promise<{ status: number }>) => {
    const answers: number[] = [];
    for (const round of rounds) answers.push((await work(round)).status);
    return answers;
  };
  const answers = await Promise.all([
    all((n) => owner.call('POST', '/tasks/bulk', { ids: spread(n, 2), patch: { assigned_to: user } })),
    all((n) =>
      owner.call('POST', '/tasks/bulk', { ids: spread(n, 3).toReversed(), move: { status: 'done' } }),
    ),
    all((n) =>
      owner.call('POST', '/tasks/bulk', { ids: spread(n, 5), move: { status: 'todo', position: 0 } }),
    ),
    all((n) => owner.call('POST', `/tasks/${ids[n % 24]}/move`, { status: 'reviewing', position: n % 3 })),
    all((n) => owner.call('PATCH', `/tasks/${ids[(n + 9) % 24]}`, { status: n % 2 ? 'todo' : 'done' })),
    all((n) => owner.call('PATCH', `/tasks/${ids[(n + 4) % 23]}`, { parent_task_id: ids[23] })),
    all((n) => owner.call('POST', '/tasks', { title: 'New', status: n % 2 ? 'todo' : 'done' })),
    all(async (n) => {
      const set = { assigned_to: user, after: n };
      await writeInTransaction(caller, (tx) => changeTasks(tx, caller, set, { label: `round ${n}` }));
      return { status: 200 };
    }),
    all(async () => {
      await writeInTransaction(caller, (tx) =>
        changeTasks(tx, caller, { ids: ids.slice(0, 6) }, { status: 'blocked' }),
      );
      return { status: 200 };
    }),
  ]);
  expect(answers.flat().filter((status) => status !== 200 && status !== 201)).toEqual([]);
  await readBoard(service, owner);
  expect(await countDeadlocks()).toBe(0);
});

describe('a task that is restored after its move has begun', () => {
  let client: Client;
  const created = async (path: string, body: object): Promise<number> =>
    (await client.call('POST', path, body)).body.id;
  const createTeam = () => created('/teams', { name: `Team ${Math.random()}` });
  async function createDeleted(): Promise<number> {
    const id = await created('/tasks', { title: 'Deleted' });
    expect((await client.call('DELETE', `/tasks/${id}`)).status).toBe(204);
    return id;
  }
  const move = (id: number, assigned_team_id: number) =>
    client.call('PATCH', `/tasks/${id}`, { status: 'done', assigned_team_id });
  const restore = async (id: number) =>
    expect((await client.call('POST', `/tasks/${id}/restore`)).status).toBe(200);
  /** Locks a team, so that moves that refer to it wait with their snapshot. */
  async function lockTeam(gate: pg.Client, id: number): Promise<void> {
    await gate.query('begin');
    await gate.query('select from teams where org_id = $1 and id = $2 for update', [client.user.org_id, id]);
  }
  beforeEach(async () => {
    client = await service.newOrganization();
  });

  it('is moved and counted once', async () => {
    const [id, team] = [await createDeleted(), await createTeam()];
    await withConnections(async (connect) => {
      const gate = await connect();
      await lockTeam(gate, team);
      const moved = move(id, team);
      await waitUntilBlocking(gate);
      await restore(id);
      await gate.query('rollback');
      expect((await moved).status).toBe(200);
    });
    expect(await readBoard(service, client)).toMatchObject({ todo: [], done: [id] });
  });

  it('is moved and counted once by a statement that moves others too', async () => {
    const [id, first, other] = [
      await createDeleted(),
      await created('/tasks', { title: 'First' }),
      await created('/tasks', { title: 'Other' }),
    ];
    const teams = [await createTeam(), await createTeam()] as const;
    await withConnections(async (connect) => {
      const [before, gate] = [await connect(), await connect()];
      await lockTeam(before, teams[0]);
      await lockTeam(gate, teams[1]);
      const moved = [move(first, teams[0])];
      await waitUntilBlocking(before);
      // These two wait for the first one, and are then written together.
      moved.push(move(id, teams[1]), move(other, teams[1]));
      await before.query('rollback');
      expect((await moved[0])?.status).toBe(200);
      await waitUntilBlocking(gate);
      await restore(id);
      await gate.query('rollback');
      expect((await Promise.all(moved)).map(({ status }) => status)).toEqual([200, 200, 200]);
    });
    const { todo, done } = await readBoard(service, client);
    expect([todo, done.toSorted((x, y) => x - y)]).toEqual([[], [id, first, other]]);
  });
});
