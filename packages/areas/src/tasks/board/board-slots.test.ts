import { startOwnService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { boardCheck } from './checks.store.ts';

let service: TestService;
/** A connection as the owner of the tables and functions. */
let client: pg.Client;
beforeAll(async () => {
  service = await startOwnService();
  client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

const column = fc.constantFrom('todo', 'done');
const change = fc.record({
  removed: fc.array(fc.nat(1_000), { maxLength: 4 }),
  removesRow: fc.nat(12),
  created: fc.nat(3),
  from: column,
  to: fc.option(column, { freq: 6 }),
  at: fc.option(fc.oneof(fc.nat(200), fc.constantFrom(0, 1, 3, 20, 1_000)), { freq: 8 }),
  moves: fc.array(
    fc.record({
      pick: fc.nat(1_000),
      to: column,
      at: fc.option(fc.oneof(fc.nat(60), fc.constantFrom(0, 1, 3, 20, 1_000)), { freq: 4 }),
    }),
    { maxLength: 12 },
  ),
});
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;
type Board = Record<string, number[]>;

/** Returns some tasks at arbitrary positions and some adjacent ones, in the order of the column. */
function take(list: number[], { removed, removesRow }: Change): number[] {
  const positions = removed.flatMap((first, index) =>
    index === 0 ? [...Array(removesRow + 1)].map((_, n) => first + n) : [first],
  );
  const chosen = new Set(positions.map((position) => position % Math.max(1, list.length)));
  return list.filter((_, position) => chosen.has(position));
}

/** Locks and moves tasks as the service does, in one transaction. */
async function place(
  org: number,
  ids: readonly number[],
  to: string | null,
  at: number | null,
): Promise<number[]> {
  await client.query('begin');
  await client.query('select from lock_board_tasks($1, $2, $3)', [org, ids, to]);
  const { rows } = await client.query(
    `with placed as materialized (select * from place_board_tasks($1, $2, $3, $4, true)), changed as (
       update tasks set status = coalesce($3, status), deleted_at = case when $3 is null then now() end,
         slot = ((select slots from placed)[array_position($2, id)]) where org_id = $1 and id = any($2))
     select positions from placed`,
    [org, ids, to, at],
  );
  await client.query('commit');
  return rows[0].positions;
}

interface Move {
  id: number;
  to: string;
  at: number | null;
}

/** Moves different tasks in one statement. Returns the positions by id, without those of skipped tasks. */
async function moveTogether(org: number, moves: readonly Move[]): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; position: number }>(
    `with placed as materialized (select * from move_board_tasks($1, $2, $3::task_status[], $4)), changed as (
       update tasks set status = ($3::task_status[])[p.place], slot = coalesce(p.slot, tasks.slot)
       from placed p where org_id = $1 and id = ($2::int[])[p.place])
     select ($2::int[])[place] as id, position from placed`,
    [org, moves.map(({ id }) => id), moves.map(({ to }) => to), moves.map(({ at }) => at)],
  );
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/**
 * Moves tasks in one statement, then each skipped task with a statement of its own. Compares the positions with lists
 * in memory.
 */
async function applyMoves(org: number, board: Board, { moves }: Change): Promise<void> {
  const all = Object.values(board).flat();
  const picked = new Map(moves.map(({ pick, to, at }) => [all[pick % Math.max(1, all.length)], { to, at }]));
  const sent = [...picked].flatMap(([id, move]) => (id === undefined ? [] : [{ id, ...move }]));
  const positions = await moveTogether(org, sent);
  const isSkipped = ({ id }: Move) => !positions.has(id);
  for (const one of sent.toSorted((a, b) => Number(isSkipped(a)) - Number(isSkipped(b)))) {
    const { id, to, at } = one;
    const list = board[to] ?? [];
    if (at !== null || !list.includes(id)) {
      for (const [status, ids] of Object.entries(board)) board[status] = ids.filter((other) => other !== id);
      board[to] = (board[to] ?? []).toSpliced(at ?? list.length, 0, id);
    }
    const [position] = isSkipped(one) ? await place(org, [id], to, at) : [positions.get(id)];
    expect([one, position]).toEqual([one, board[to]?.indexOf(id)]);
  }
}

async function create(org: number, status: string, added: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number; position: number }>(
    `with place as materialized (select * from append_to_board($1, $2, $3))
     insert into tasks (org_id, title, status, slot, created_by, updated_by)
     select $1, 'Task', $2, place.slot + n * board_gap(), 1, 1 from place, generate_series(0, $3 - 1) n order by n returning id`,
    [org, status, added],
  );
  return rows.map((row) => row.id);
}

/** Applies a change to the board and to the lists in memory, and compares the returned positions. */
async function apply(org: number, board: Board, one: Change): Promise<void> {
  const { from, to, at, created } = one;
  const leaving = take(board[from] ?? [], one);
  if (leaving.length > 0) {
    board[from] = (board[from] ?? []).filter((id) => !leaving.includes(id));
    const list = board[to ?? ''] ?? [];
    const first = Math.min(at ?? list.length, list.length);
    const ids = leaving.toReversed();
    if (to) board[to] = list.toSpliced(first, 0, ...ids);
    expect(await place(org, ids, to, at)).toEqual(to ? ids.map((_, n) => first + n) : null);
  }
  if (created > 0) board[from]?.push(...(await create(org, from, created)));
  await applyMoves(org, board, one);
}

async function expectBoard(org: number, board: Board, limit: number): Promise<void> {
  const { rows } = await client.query<{ status: string; ids: number[]; positions: number[] }>(
    `select status, array_agg(id order by slot) as ids, array_agg(task_position(org_id, status, slot) order by slot) as positions
     from tasks where org_id = $1 and deleted_at is null group by status`,
    [org],
  );
  for (const [status, ids] of Object.entries(board)) {
    const found = rows.find((row) => row.status === status);
    expect(found?.ids ?? []).toEqual(ids);
    expect(found?.positions ?? []).toEqual(ids.map((_, position) => position));
  }
  const columns = await client.query(
    'select length, cardinality(run_starts) as runs from task_columns where org_id = $1',
    [org],
  );
  for (const { length, runs } of columns.rows) expect(runs).toBeLessThanOrEqual((4 * length) / limit + 3);
  const context = { org_id: org, is_closed: false, rows: service.rows };
  expect(await boardCheck.find(context as never)).toEqual([]);
}

/** Sets the maximum size of runs, so that few tasks fill many runs, and the gap between slots. */
async function setSizes(limit: number, gap: number): Promise<void> {
  await client.query(`create or replace function board_run_limit() returns integer language sql immutable parallel safe return ${limit};
    create or replace function board_gap() returns bigint language sql immutable parallel safe return ${gap}::bigint`);
}

let organizations = 900_000;

describe.each([
  { limit: 4, gap: 1 },
  { limit: 4, gap: 16 },
  { limit: 8, gap: 2 ** 24 },
  { limit: 128, gap: 2 ** 24 },
])('in runs of $limit, with slots $gap apart', ({ limit, gap }) => {
  it('gives every task the same position as a list in memory', async () => {
    await setSizes(limit, gap);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 60 }), async (changes) => {
        organizations += 1;
        const board: Board = { todo: [], done: [] };
        for (const one of changes) await apply(organizations, board, one);
        await expectBoard(organizations, board, limit);
      }),
      { numRuns: inject('boardRuns') },
    );
  }, 3_600_000);

  it('always finds space between the same two tasks, at the top and at the end', async () => {
    await setSizes(limit, gap);
    for (const at of [0, 1, 5, 20, 1_000]) {
      organizations += 1;
      const board: Board = { todo: await create(organizations, 'todo', 150), done: [] };
      const list = board.todo ?? [];
      for (let n = 0; n < 150; n += 1) {
        const [id] = list.splice(n % 2 === 0 ? list.length - 2 : 30, 1);
        if (id === undefined) throw new Error('The column is empty');
        expect(await place(organizations, [id], 'todo', at)).toEqual([Math.min(at, list.length)]);
        list.splice(at, 0, id);
      }
      await expectBoard(organizations, board, limit);
    }
  }, 3_600_000);
});
