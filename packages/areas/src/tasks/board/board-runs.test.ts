import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TaskStatus } from '../rows/tasks.contract.ts';
import { applyCommand, commandFarDown, readBoard, sendCommand } from '../testing/board-model.ts';
import { seedColumns } from '../testing/seeded-board.ts';

const { sql } = Prisma;
/** Must equal `board_run_limit()` in PostgreSQL. */
const limit = 128;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const seededAtOnce = 2_000;

/** Creates an organization with one column of `length` tasks; returns their ids in order. */
async function seedBoard(
  length: number,
  status: TaskStatus = 'reviewing',
): Promise<{ owner: Client; ids: number[] }> {
  const owner = await service.newOrganization();
  const { org_id, id: user_id } = owner.user;
  // In batches, so that each statement finishes in time on a busy machine.
  for (let from = 0; from < length; from += seededAtOnce) {
    const to = Math.min(length, from + seededAtOnce) - 1;
    await executeOperational(
      service.platform,
      sql`insert into tasks (org_id, title, status, slot, created_by, updated_by)
        select ${org_id}::int, 'Task ' || n, ${status}::task_status, n, ${user_id}::int, ${user_id}::int
        from generate_series(${from}::int, ${to}::int) n`,
    );
  }
  await executeOperational(service.platform, seedColumns(org_id));
  return { owner, ids: (await readBoard(service, owner))[status] };
}

const moveTo = (owner: Client, id: number | undefined, position: number) =>
  owner.call('POST', `/tasks/${id}/move`, { status: 'reviewing', position });

/** The number of tasks of the organization that the last transaction wrote. */
async function countWritten({ user }: Client): Promise<number> {
  const [row] = await service.rows<{ count: number }>(sql`
    select count(*)::int as count from tasks t where t.org_id = ${user.org_id} and t.xmin::text::int8 = (
      select max(o.xmin::text::int8) from tasks o where o.org_id = ${user.org_id})`);
  return row?.count ?? 0;
}

const readRuns = async ({ user }: Client) => {
  const [row] = await service.rows<{ runs: number }>(sql`
    select cardinality(run_starts) + 1 as runs from task_columns where org_id = ${user.org_id} and status = 'reviewing'`);
  return row?.runs;
};

function expectedOrder(ids: readonly number[], id: number | undefined, position: number): number[] {
  const others = ids.filter((one) => one !== id);
  return id === undefined ? others : others.toSpliced(position, 0, id);
}

describe.each([10, 1_000, 20_000])('in a column of %i', (length) => {
  it('writes only the moved task', async () => {
    const { owner, ids } = await seedBoard(length);
    const [middle, end] = [length / 2, length - 1];
    const moves: [from: number, to: number][] = [
      [end, 0],
      [0, end],
      [end, end + 5],
      [1, 2],
      [middle, middle + 1],
      [middle, 0],
      [middle, end],
      [0, middle],
      [end, middle],
      [middle, Math.round(length / 3)],
      [middle, middle],
    ];
    let expected = ids;
    for (const [from, to] of moves) {
      const id = expected[from];
      const { status, body } = await moveTo(owner, id, to);
      expect([status, body.position]).toEqual([200, Math.min(to, end)]);
      expected = expectedOrder(expected, id, to);
      expect([from, to, await countWritten(owner)]).toEqual([from, to, 1]);
    }
    expect((await readBoard(service, owner)).reviewing).toEqual(expected);
  });

  it('writes only the task that is added or removed', async () => {
    const { owner, ids } = await seedBoard(length);
    const created = await owner.call('POST', '/tasks', { title: 'New', status: 'reviewing' });
    expect(created.body.position).toBe(length);
    expect(await countWritten(owner)).toBe(1);
    expect((await owner.call('DELETE', `/tasks/${ids[length / 2]}`)).status).toBe(204);
    expect(await countWritten(owner)).toBe(1);
    const { body } = await owner.call('PATCH', `/tasks/${ids[3]}`, { status: 'done' });
    expect([body.status, body.position]).toEqual(['done', 0]);
    expect(await countWritten(owner)).toBe(1);
    const left = ids.filter((id) => id !== ids[3] && id !== ids[length / 2]);
    expect((await readBoard(service, owner)).reviewing).toEqual([...left, created.body.id]);
  });
});

it('matches lists in memory when runs are full', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commandFarDown, { minLength: 30, maxLength: 40 }), async (commands) => {
      const { owner, ids: known } = await seedBoard(2 * limit + 100, 'todo');
      const model = await readBoard(service, owner);
      for (const one of commands) {
        const sent = await sendCommand(owner, one, known);
        if (sent.code < 300) applyCommand(model, sent);
      }
      expect(await readBoard(service, owner)).toEqual(model);
    }),
    { numRuns: Math.ceil(inject('boardRuns') / 2) },
  );
}, 3_600_000);

it('starts a new run after a full one, with concurrent creates and with moves', async () => {
  const { owner, ids } = await seedBoard(limit - 3);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => owner.call('POST', '/tasks', { title: 'New', status: 'reviewing' })),
  );
  const places = answers.map(({ body }) => body.position).sort((one, other) => one - other);
  expect(places).toEqual(Array.from({ length: 8 }, (_, index) => limit - 3 + index));
  expect(await readRuns(owner)).toBe(2);
  expect((await readBoard(service, owner)).reviewing.slice(0, limit - 3)).toEqual(ids);
  const created = (await readBoard(service, owner)).reviewing.slice(limit - 3);
  expect(created.toSorted()).toEqual(answers.map(({ body }) => body.id).toSorted());
  // Short runs are merged: the rest of the two becomes one.
  const leaving = [...ids.slice(0, 100), ...created];
  const bulk = await owner.call('POST', '/tasks/bulk', { ids: leaving, patch: { status: 'done' } });
  expect(bulk.status).toBe(200);
  expect(await readRuns(owner)).toBe(1);
  expect((await readBoard(service, owner)).reviewing).toEqual(ids.slice(100));
});

it.each([
  ['every second', 2],
  ['every seventh', 7],
  ['some of every run', 97],
])('moves many tasks from separate positions (%s) to any position', async (_, step) => {
  const { owner, ids } = await seedBoard(3_000);
  const leaving = ids.filter((_one, index) => index % step === 1).slice(0, 200);
  for (const position of [0, 300, 2_900]) {
    const body = { ids: leaving, move: { status: 'reviewing', position } };
    const { status, body: answer } = await owner.call('POST', '/tasks/bulk', body);
    expect([status, answer.data?.[0].position]).toEqual([
      200,
      Math.min(position, ids.length - leaving.length),
    ]);
    const others = ids.filter((id) => !leaving.includes(id));
    expect((await readBoard(service, owner)).reviewing).toEqual(others.toSpliced(position, 0, ...leaving));
  }
  const status = 'blocked';
  expect((await owner.call('POST', '/tasks/bulk', { ids: leaving, patch: { status } })).status).toBe(200);
  const board = await readBoard(service, owner);
  expect(board.reviewing).toEqual(ids.filter((id) => !leaving.includes(id)));
  expect(board.blocked).toEqual(leaving);
});

it('finds space repeatedly between the same two tasks and writes few of their neighbours', async () => {
  const { owner, ids } = await seedBoard(1_100);
  let expected = ids;
  const written: number[] = [];
  for (let n = 0; n < 150; n += 1) {
    const id = expected[n % 2 === 0 ? 1_000 : 10];
    expect((await moveTo(owner, id, 500)).body.position).toBe(500);
    expected = expectedOrder(expected, id, 500);
    written.push(await countWritten(owner));
  }
  expect((await readBoard(service, owner)).reviewing).toEqual(expected);
  expect(written.filter((count) => count > 1).length).toBeGreaterThan(0);
  expect(written.filter((count) => count > 1).length).toBeLessThan(15);
  expect(Math.max(...written)).toBeLessThanOrEqual(33);
});
