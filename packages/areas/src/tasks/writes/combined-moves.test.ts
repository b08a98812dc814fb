import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestResponse, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TaskStatus } from '../rows/tasks.contract.ts';
import { applyCommand, orderByWrite, readBoard, type SentCommand } from '../testing/board-model.ts';
import { ConcurrentUsers, type SentCall } from '../testing/concurrent-users.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let users: ConcurrentUsers;
beforeAll(async () => {
  service = await startOwnService({ TRUSTED_PROXIES: 'loopback' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  const others = [await service.newUser(owner, ['admin']), await service.newUser(owner, ['admin'])];
  users = new ConcurrentUsers(service, [owner, ...others]);
});

const statuses = ['todo', 'in_progress', 'done'] as const;
const numbers = (length: number) => Array.from({ length }, (_, n) => n);

/** Creates tasks in columns in turn; returns them in that order. */
async function createTasks(count: number, columns: readonly TaskStatus[] = statuses): Promise<any[]> {
  const calls = numbers(count).map(
    (n): SentCall => ['POST', '/tasks', { title: `Task ${n}`, status: columns[n % columns.length] }],
  );
  const created: TestResponse[] = [];
  for (let from = 0; from < count; from += 60)
    created.push(...(await users.callAll(calls.slice(from, from + 60))));
  expect(created.map(({ status }) => status)).toEqual(calls.map(() => 201));
  return created.map(({ body }) => body);
}

interface SentMove {
  id: number;
  to: TaskStatus;
  /** Undefined for a PATCH of the status. */
  position?: number;
}

const callOf = ({ id, to: status, position }: SentMove): SentCall =>
  position === undefined
    ? ['PATCH', `/tasks/${id}`, { status }]
    : ['POST', `/tasks/${id}/move`, { status, position }];

const commandOf = ({ id, to, position }: SentMove, { status, headers, body }: TestResponse): SentCommand => ({
  command:
    position === undefined
      ? { kind: 'patch', pick: 0, status: to }
      : { kind: 'move', pick: 0, status: to, position },
  ids: [id],
  code: status,
  request_id: headers.get('x-request-id'),
  status: body.status,
});

/**
 * Sends moves at the same time, and applies them to lists in memory in the order of their audit entries: each response must
 * have the position of its task at that time.
 */
async function moveAll(moves: readonly SentMove[]): Promise<TestResponse[]> {
  const model = await readBoard(service, owner);
  const responses = await users.callAll(moves.map(callOf));
  const sent = moves.map((move, n) => commandOf(move, responses[n] as TestResponse));
  const positions = new Map(
    responses.map(({ headers, body }) => [headers.get('x-request-id'), body.position]),
  );
  const { recorded } = await orderByWrite(service, owner, sent);
  for (const one of recorded) {
    applyCommand(model, one);
    const position = model[one.status as TaskStatus].indexOf(one.ids[0] as number);
    expect([one, positions.get(one.request_id)]).toEqual([one, position]);
  }
  expect(await readBoard(service, owner)).toEqual(model);
  await users.expectIntactBoard();
  return responses;
}

it('combines moves and completions of several users, each with its own response and records', async () => {
  const tasks = await createTasks(60);
  const moves = tasks.map(({ id }, n): SentMove => {
    const to = statuses[(n * 7 + 1) % 3] as TaskStatus;
    return n % 4 === 0 ? { id, to: 'done' } : { id, to, position: (n * 11) % 25 };
  });
  const responses = await moveAll(moves);
  expect(responses.map(({ status, body }) => [status, body.id, body.status, body.title])).toEqual(
    moves.map(({ id, to }, n) => [200, id, to, `Task ${n}`]),
  );
  // A PATCH with the status that a task has changes and records nothing.
  const isWritten = ({ position, to }: SentMove, n: number) =>
    position !== undefined || tasks[n].status !== to;
  const written = responses.map((one, n) => (isWritten(moves[n] as SentMove, n) ? one : null));
  const moved = responses.filter((_, n) => written[n] !== null);
  expect(moved.map(({ body }) => body.updated_by)).toEqual(
    numbers(60).flatMap((n) => (written[n] ? users.at(n).user.id : [])),
  );
  expect(await users.countTransactions(moved.map(({ body }) => body.id))).toBeLessThan(moved.length / 2);
  const statusIfChanged = ({ body }: TestResponse, n: number) =>
    tasks[n].status === body.status ? null : body.status;
  await users.expectRecords(written, {
    type: 'task.post_update',
    field: 'status',
    recordedValue: statusIfChanged,
  });
  const completed = written.map((one, n) =>
    one?.body.status === 'done' && tasks[n].status !== 'done' ? one : null,
  );
  const events = await service.rows<{ id: number }>(sql`select aggregate_id::int as id from events
    where org_id = ${owner.user.org_id} and event_type = 'task.completed' order by aggregate_id`);
  expect(events).toEqual(
    completed.flatMap((one) => (one ? { id: one.body.id } : [])).toSorted((a, b) => a.id - b.id),
  );
});

it('keeps positions contiguous while combined moves split and merge runs', async () => {
  const tasks = await createTasks(300, ['todo']);
  const step = (n: number, round: number) => tasks[(n * 13 + round * 5) % 300].id;
  for (const round of numbers(6)) {
    const to = round % 3 === 2 ? 'in_progress' : 'todo';
    const moves = numbers(60).map(
      (n): SentMove => ({ id: step(n, round), to, position: (n * 37 * round) % 280 }),
    );
    const responses = await moveAll(moves);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  }
});

it('finds space for many moves to the same position', async () => {
  const tasks = await createTasks(80, ['todo']);
  for (const position of [3, 3, 0, 1_000]) {
    const responses = await moveAll(tasks.slice(10, 74).map(({ id }) => ({ id, to: 'todo', position })));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  }
});

it('creates the column of the first tasks that are moved there', async () => {
  const tasks = await createTasks(20, ['todo']);
  const responses = await moveAll(tasks.map(({ id }, n) => ({ id, to: 'blocked', position: n % 5 })));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
});

it('applies several moves of the same task one after the other', async () => {
  const tasks = await createTasks(10, ['todo', 'done']);
  const moves = numbers(60).map((n): SentMove => {
    const to = statuses[n % 3] as TaskStatus;
    return { id: tasks[n % 10].id, to, position: n % 7 };
  });
  const responses = await moveAll(moves);
  await users.expectRecords(responses, {
    type: 'task.post_update',
    field: 'title',
    recordedValue: () => null,
  });
});

it('rejects only moves of unknown tasks and with broken references', async () => {
  const tasks = await createTasks(40, ['todo']);
  const assignees = [owner.user.id, 2_000_000_000];
  const responses = await users.callAll(
    tasks.map(({ id }, n): SentCall => {
      if (n % 4 === 0) return ['POST', '/tasks/2000000000/move', { status: 'todo', position: 0 }];
      if (n % 4 === 1) return ['POST', `/tasks/${id}/move`, { status: 'todo', position: n }];
      return ['PATCH', `/tasks/${id}`, { status: 'done', assigned_to: assignees[n % 4 === 2 ? 0 : 1] }];
    }),
  );
  expect(responses.map(({ status }) => status)).toEqual(numbers(40).map((n) => [404, 200, 200, 422][n % 4]));
  for (const [n, { body }] of responses.entries()) {
    if (n % 4 === 2) expect(body).toMatchObject({ status: 'done', assigned_to: owner.user.id });
    if (n % 4 === 3) expect(Object.keys(body.details.fieldErrors)).toEqual(['assigned_to']);
  }
  const changed = responses.map((one) => (one.status === 200 ? one : null));
  await users.expectRecords(changed, {
    type: 'task.post_update',
    field: 'status',
    recordedValue: (_, n) => (n % 4 === 2 ? 'done' : null),
  });
  await users.expectIntactBoard();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  return client;
}

/** Counts the sessions that wait for a lock in a statement that contains this text. */
async function countWaiting(observer: pg.Client, text: string): Promise<number> {
  const { rows } = await observer.query(
    `select count(distinct a.pid)::int as waiting from pg_stat_activity a join pg_locks l on l.pid = a.pid and not l.granted
     where a.datname = current_database() and a.query like '%' || $1 || '%'`,
    [text],
  );
  return rows[0].waiting;
}

/**
 * Sends moves while a transaction holds the locks of all columns: the first one in a statement of its own, the others in
 * combined ones. Commits the transaction when they wait.
 */
async function sendToLockedColumns(
  moves: readonly SentMove[],
  change: (holder: pg.Client) => Promise<unknown>,
): Promise<Promise<TestResponse[]>[]> {
  const [holder, observer] = [await connect(), await connect()];
  const send = (from: number, to: number) =>
    Promise.all(moves.slice(from, to).map((move) => owner.call(...callOf(move))));
  try {
    await holder.query('begin');
    await holder.query('select from task_columns where org_id = $1 order by status for update', [
      owner.user.org_id,
    ]);
    const first = send(0, 1);
    await eventually(
      () => countWaiting(observer, 'place_board_tasks'),
      (waiting) => waiting === 1,
    );
    const others = send(1, moves.length);
    await eventually(
      () => countWaiting(observer, 'move_board_tasks'),
      (waiting) => waiting > 0,
    );
    await change(holder);
    await holder.query('commit');
    return [first, others];
  } finally {
    await Promise.all([holder.end(), observer.end()]);
  }
}

it('does not wait for the locked task of another request', async () => {
  const ids: number[] = (await createTasks(6, ['todo'])).map(({ id }) => id);
  const { org_id } = owner.user;
  const holder = await connect();
  try {
    await holder.query('begin');
    await holder.query('select from tasks where org_id = $1 and id = $2 for update', [org_id, ids[3]]);
    const moves = ids.map((id): SentMove => ({ id, to: 'todo', position: 0 }));
    const answers = await sendToLockedColumns(moves, async () => undefined);
    const countMoved = async () => {
      const [row] = await service.rows<{ moved: number }>(sql`
        select count(*)::int as moved from events where org_id = ${org_id} and event_type = 'task.post_update'`);
      return row?.moved;
    };
    await eventually(countMoved, (moved) => moved === ids.length - 1);
    await holder.query('rollback');
    expect((await Promise.all(answers)).flat().map(({ status }) => status)).toEqual(ids.map(() => 200));
  } finally {
    await holder.end();
  }
  await readBoard(service, owner);
  await users.expectIntactBoard();
});

it('moves tasks that another transaction changed, moved or deleted before it released their column', async () => {
  const ids: number[] = (await createTasks(8, ['todo'])).map(({ id }) => id);
  const { org_id } = owner.user;
  const [reviewed, finished] = await createTasks(2, ['reviewing', 'done']);
  const place = (holder: pg.Client, id: number | undefined, status: string | null) =>
    holder.query(
      `with placed as materialized (select * from place_board_tasks($1, array[$2]::int[], $3, 0, true))
       update tasks set status = coalesce($3, status), deleted_at = case when $3 is null then now() end,
         slot = (select slots[1] from placed) where org_id = $1 and id = $2`,
      [org_id, id, status],
    );
  const moves = ids.map((id): SentMove => ({ id, to: 'done' }));
  const answers = await sendToLockedColumns(moves, async (holder) => {
    await holder.query(`update tasks set title = 'Renamed' where org_id = $1 and id = $2`, [org_id, ids[4]]);
    await place(holder, ids[5], 'reviewing');
    await place(holder, ids[6], null);
    await place(holder, ids[7], 'done');
  });
  const responses = (await Promise.all(answers)).flat();
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 404, 200]);
  expect(responses[4]?.body).toMatchObject({ title: 'Renamed', status: 'done' });
  const board = await readBoard(service, owner);
  expect(board.todo).toEqual([]);
  expect(board.reviewing).toEqual([reviewed.id]);
  expect(board.done.slice(0, 2)).toEqual([ids[7], finished.id]);
  expect(new Set(board.done.slice(2))).toEqual(new Set(ids.slice(0, 6)));
  await users.expectIntactBoard();
  const records = await service.rows<{ id: number; status: string; was: string }>(sql`
    select record_id::int as id, before ->> 'status' as was, after ->> 'status' as status from audit_log
    where org_id = ${org_id} and action = 'update' and resource = 'task' order by record_id`);
  expect(records).toEqual(
    ids
      .slice(0, 6)
      .map((id, n) => ({ id, was: n === 5 ? 'reviewing' : 'todo', status: 'done' }))
      .toSorted((a, b) => a.id - b.id),
  );
});
