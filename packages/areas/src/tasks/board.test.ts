import { type Client, startService, type TestService } from '@wfp/api/testing';
import { Prisma } from '@wfp/shared/db';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { taskStatuses } from './tasks.contract.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

type Status = (typeof taskStatuses)[number];
type Board = Record<Status, number[]>;

/** Every column as the service has it, by position; fails on a gap or a twin. */
async function boardOf(client: Client): Promise<Board> {
  const rows = await service.rows<{ id: number; status: Status; position: number }>(Prisma.sql`
    select t.id, t.status, t.slot - k.first_slot as position, k.length from tasks t
    join task_columns k on k.org_id = t.org_id and k.status = t.status
    where t.org_id = ${client.user.org_id} and t.deleted_at is null order by t.status, t.slot`);
  const board = Object.fromEntries(taskStatuses.map((status) => [status, [] as number[]])) as Board;
  for (const row of rows) {
    expect([row.status, row.position]).toEqual([row.status, board[row.status].length]);
    board[row.status].push(row.id);
  }
  const lengths = await service.rows<{ status: Status; length: number }>(
    Prisma.sql`select status, length from task_columns where org_id = ${client.user.org_id}`,
  );
  for (const { status, length } of lengths) expect([status, board[status].length]).toEqual([status, length]);
  return board;
}

type Command =
  | { kind: 'create'; status: Status }
  | { kind: 'move'; pick: number; status: Status; position: number }
  | { kind: 'patch'; pick: number; status: Status }
  | { kind: 'delete'; pick: number };

const status = fc.constantFrom<Status>('todo', 'in_progress', 'done');
const pick = fc.nat(1_000);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), status }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('move' as const), pick, status, position: fc.nat(12) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('patch' as const), pick, status }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick }) },
);

const choose = (ids: readonly number[], at: number) => ids[at % Math.max(1, ids.length)];

async function send(client: Client, one: Command, ids: number[]): Promise<number> {
  const id = one.kind === 'create' ? undefined : choose(ids, one.pick);
  if (one.kind === 'create') {
    const { body } = await client.call('POST', '/tasks', { title: 't', status: one.status });
    ids.push(body.id);
    return 201;
  }
  if (id === undefined) return 0;
  if (one.kind === 'delete') return (await client.call('DELETE', `/tasks/${id}`)).status;
  const { kind, status: to } = one;
  if (kind === 'patch') return (await client.call('PATCH', `/tasks/${id}`, { status: to })).status;
  return (await client.call('POST', `/tasks/${id}/move`, { status: to, position: one.position })).status;
}

/** The same in memory, for one command after another. */
function apply(board: Board, one: Command, id: number | undefined): void {
  if (id === undefined) return;
  const from = taskStatuses.find((column) => board[column].includes(id));
  if (one.kind === 'create') board[one.status].push(id);
  if (!from) return;
  if (one.kind === 'patch' && one.status === from) return;
  if (one.kind !== 'create') board[from] = board[from].filter((other) => other !== id);
  if (one.kind === 'patch') board[one.status].push(id);
  if (one.kind === 'move') board[one.status].splice(one.position, 0, id);
}

const runs = inject('boardRuns');

describe('the board', () => {
  it('does what a list in memory does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 25 }), async (commands) => {
        const client = await service.newOrganization();
        const model = Object.fromEntries(taskStatuses.map((column) => [column, [] as number[]])) as Board;
        const ids: number[] = [];
        for (const one of commands) {
          const chosen = one.kind === 'create' ? undefined : choose(ids, one.pick);
          await send(client, one, ids);
          apply(model, one, one.kind === 'create' ? ids.at(-1) : chosen);
        }
        expect(await boardOf(client)).toEqual(model);
      }),
      { numRuns: runs },
    );
  }, 600_000);

  it('has neither gap nor twin after any mix of several clients at once, and asks nobody to retry', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(command, { minLength: 5, maxLength: 12 }), { minLength: 4, maxLength: 6 }),
        async (clients) => {
          const client = await service.newOrganization();
          const ids: number[] = [];
          for (const column of ['todo', 'in_progress', 'done'] as const) {
            for (let count = 0; count < 3; count += 1)
              await send(client, { kind: 'create', status: column }, ids);
          }
          const answers = await Promise.all(
            clients.map(async (commands) => {
              const statuses: number[] = [];
              for (const one of commands) statuses.push(await send(client, one, ids));
              return statuses;
            }),
          );
          // 404: another client deleted the task first.
          expect(answers.flat().filter((code) => ![200, 201, 204, 404].includes(code))).toEqual([]);
          await boardOf(client);
        },
      ),
      { numRuns: runs },
    );
  }, 600_000);

  it('moves to the top, to the end and one step without touching the rest of a long column', async () => {
    const { org_id, id: user_id } = owner.user;
    const { operate } = await import('@wfp/shared/unscoped');
    const length = 2_000;
    await operate(
      service.platform,
      Prisma.sql`
      with k as (insert into task_columns (org_id, status, first_slot, length) values (${org_id}, 'reviewing', 0, ${length}))
      insert into tasks (org_id, title, status, slot, created_by, updated_by)
      select ${org_id}, 'Task ' || n, 'reviewing', n, ${user_id}, ${user_id} from generate_series(0, ${length - 1}::int) n returning id`,
    );
    const column = (await boardOf(owner)).reviewing;
    const written = async () => {
      const [row] = await service.rows<{ newest: number }>(
        Prisma.sql`select max(xmin::text::int8)::float8 as newest from tasks where org_id = ${org_id}`,
      );
      const [count] = await service.rows<{ count: number }>(
        Prisma.sql`select count(*)::int as count from tasks where org_id = ${org_id} and xmin::text::int8 = ${row?.newest}::int8`,
      );
      return count?.count;
    };
    const move = (id: number | undefined, position: number) =>
      owner.call('POST', `/tasks/${id}/move`, { status: 'reviewing', position });
    expect((await move(column[1_000], 0)).body.position).toBe(0);
    expect(await written()).toBeLessThanOrEqual(1_001);
    expect((await move(column[1_999], 0)).body.position).toBe(0);
    expect(await written()).toBe(1);
    expect((await move(column[1_999], length)).body.position).toBe(length - 1);
    expect(await written()).toBe(1);
    expect((await move(column[500], 502)).status).toBe(200);
    expect(await written()).toBeLessThanOrEqual(3);
    expect((await owner.call('POST', '/tasks', { title: 'New', status: 'reviewing' })).body.position).toBe(
      length,
    );
    expect(await written()).toBe(1);
    await boardOf(owner);
  });
});

it.each([
  [{ status: 'todo' }, 'position'],
  [{ position: 0 }, 'status'],
  [{ status: 'todo', position: -1 }, 'position'],
  [{ status: 'todo', position: 1.5 }, 'position'],
  [{ status: 'gone', position: 0 }, 'status'],
])('refuses the move %j, naming %s', async (body, field) => {
  const task = (await owner.call('POST', '/tasks', { title: 'x' })).body;
  const { status: code, body: answer } = await owner.call('POST', `/tasks/${task.id}/move`, body);
  expect(code).toBe(422);
  expect(answer.details.fieldErrors).toHaveProperty(field);
});
