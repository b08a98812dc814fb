import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
let world: ReturnType<typeof createInitiativeFixtures>;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  world = createInitiativeFixtures(owner);
  worker = await startWorker({ config: service.config, log: createLogger('worker', 'fatal'), opsPort: 0 });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

const getMetrics = async (id: number, what: string) =>
  (await owner.call('GET', `/initiatives/${id}/${what}`)).body;
const today = () => new Date().toISOString().slice(0, 10);

describe('GET /initiatives/:id/summary', () => {
  it('counts tasks by status and effort, overdue tasks and members, and returns the last update', async () => {
    const { id } = await world.initiative();
    expect(await getMetrics(id, 'summary')).toEqual({
      initiative_id: id,
      status: 'proposed',
      health: 'unknown',
      progress: 0,
      tasks: { todo: 0, in_progress: 0, reviewing: 0, blocked: 0, done: 0, cancelled: 0 },
      total: 0,
      overdue: 0,
      points: { total: 0, done: 0 },
      members: 0,
      last_update: null,
    });
    const late = { due_at: '2020-01-01T00:00:00Z', initiative_id: id };
    await world.task({ ...late, effort: 'xs' });
    await world.task({ ...late, effort: 's', status: 'blocked' });
    await world.task({ ...late, effort: 'xxl', status: 'done' });
    await world.task({ ...late, effort: 'xl', status: 'cancelled' });
    await world.task({ initiative_id: id, effort: 'l', due_at: '2999-01-01T00:00:00Z' });
    const gone = await world.task(late);
    await owner.call('DELETE', `/tasks/${gone.id}`);
    const { id: employee_id } = await world.employee();
    await owner.call('POST', `/initiatives/${id}/members`, { employee_id });
    for (const body of ['First', 'Last'])
      await owner.call('POST', `/initiatives/${id}/updates`, { health: 'on_track', body });
    expect(await getMetrics(id, 'summary')).toMatchObject({
      health: 'on_track',
      tasks: { todo: 2, in_progress: 0, reviewing: 0, blocked: 1, done: 1, cancelled: 1 },
      total: 5,
      overdue: 2,
      points: { total: 21, done: 13 },
      members: 1,
      last_update: { body: 'Last' },
    });
  });
});

describe('GET /initiatives/:id/burnup', () => {
  /** Sets `created_at` of all tasks and initiatives back by a number of days. Their audit entries are not changed. */
  const age = (days: number) =>
    executeOperational(
      service.platform,
      sql`with tasks_then as (
          update tasks set created_at = created_at - ${days} * interval '1 day' where org_id = ${owner.user.org_id} returning id
        )
        update initiatives set created_at = created_at - ${days} * interval '1 day' where org_id = ${owner.user.org_id} returning id`,
    );

  it('shows today’s state, including tasks unlinked by other endpoints', async () => {
    const [one, two] = [await world.initiative(), await world.initiative()];
    const linked = await world.task({ initiative_id: one.id, effort: 's' });
    const moved = await world.task({ initiative_id: one.id });
    await owner.call('PATCH', `/tasks/${moved.id}`, { initiative_id: two.id });
    await owner.call('PATCH', `/tasks/${linked.id}`, { status: 'done' });
    const day = { date: today(), scope: 1, done: 1, scope_points: 2, done_points: 2 };
    expect(await getMetrics(one.id, 'burnup')).toEqual({ data: [day] });
    expect((await getMetrics(two.id, 'burnup')).data).toMatchObject([{ scope: 1, done: 0 }]);
  });

  it('shows the days before a change with the tasks linked then', async () => {
    const { id } = await world.initiative();
    const done = await world.task({ initiative_id: id, effort: 'm' });
    const left = await world.task({ initiative_id: id, effort: 'xl' });
    await eventually(
      () => service.rows(sql`select task_id from initiative_tasks where initiative_id = ${id}`),
      (rows) => rows.length === 2,
    );
    await age(2);
    await owner.call('PATCH', `/tasks/${done.id}`, { status: 'done' });
    await owner.call('PATCH', `/tasks/${left.id}`, { initiative_id: null });
    const { data } = await getMetrics(id, 'burnup');
    expect(data.map((day: { date: string }) => day.date)).toHaveLength(3);
    const before = { scope: 2, done: 0, scope_points: 11, done_points: 0 };
    expect(data).toMatchObject([before, before, { scope: 1, done: 1, scope_points: 3, done_points: 3 }]);
    const part = await getMetrics(id, `burnup?from=${data[1].date}&to=${data[1].date}`);
    expect(part.data).toEqual([data[1]]);
  });

  it('returns at most 366 days, none in the future', async () => {
    const { id } = await world.initiative();
    const status = async (query: string) =>
      (await owner.call('GET', `/initiatives/${id}/burnup?${query}`)).status;
    expect(await status('from=2024-01-01&to=2024-12-31')).toBe(200);
    expect(await status('from=2024-01-01&to=2025-01-01')).toBe(422);
    expect(await status('from=2024-02-01&to=2024-01-31')).toBe(422);
    expect(await status('from=2999-01-01')).toBe(422);
    expect(await status('from=2024-02-30')).toBe(422);
    expect((await getMetrics(id, `burnup?from=${today()}&to=2999-01-01`)).data).toHaveLength(1);
    await age(1000);
    expect((await getMetrics(id, 'burnup')).data).toHaveLength(366);
    expect((await getMetrics(id, 'burnup?to=2020-01-01')).data).toMatchObject([
      { date: '2020-01-01', scope: 0 },
    ]);
  });
});
