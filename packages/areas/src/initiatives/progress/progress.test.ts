import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_id: number;
let workers: Awaited<ReturnType<typeof startWorker>>[];
let world: ReturnType<typeof createInitiativeFixtures>;
const worker = () =>
  startWorker({ config: service.config, log: createLogger('worker', 'fatal'), opsPort: 0 });
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  await disablePrompts(owner);
  world = createInitiativeFixtures(owner);
  workers = await Promise.all([worker(), worker()]);
});
afterAll(async () => {
  await Promise.all(workers.map((one) => one.stop()));
  await service.stop();
});

const getProgress = async (id: number): Promise<number> => (await world.read(id)).progress;
const expectProgress = (id: number, wanted: number) =>
  eventually(
    () => getProgress(id),
    (seen) => seen === wanted,
  );
/** Waits until no event waits for the relay and no recount is pending. */
const waitUntilRecounted = () =>
  eventually(
    () =>
      service.rows(sql`select 1 from outbox where org_id = ${org_id}
        union all select 1 from initiative_recounts where org_id = ${org_id}`),
    (rows) => rows.length === 0,
  );
const countChanges = (id: number) =>
  service.rows(sql`select a.after ->> 'progress' as progress, a.actor_type::text from audit_log a
    where a.org_id = ${org_id} and a.resource = 'initiative' and a.record_id = ${id} and a.after ? 'progress'
      and a.before is not null order by a.id`);
const patch = (id: number, body: object) => owner.call('PATCH', `/tasks/${id}`, body);

describe('progress', () => {
  it('follows tasks that are created, done, cancelled, reopened and deleted', async () => {
    const { id } = await world.initiative();
    const tasks = [];
    for (let n = 0; n < 4; n += 1) tasks.push((await world.task({ initiative_id: id })).id);
    await patch(tasks[0], { status: 'done' });
    await expectProgress(id, 25);
    await patch(tasks[1], { status: 'cancelled' });
    await expectProgress(id, 33);
    await owner.call('DELETE', `/tasks/${tasks[2]}`);
    await expectProgress(id, 50);
    await patch(tasks[3], { status: 'done' });
    await expectProgress(id, 100);
    await owner.call('POST', `/tasks/${tasks[0]}/move`, { status: 'todo', position: 0 });
    await expectProgress(id, 50);
    await waitUntilRecounted();
    const system = { actor_type: 'system' };
    expect(await countChanges(id)).toEqual(
      ['25', '33', '50', '100', '50'].map((one) => ({ progress: one, ...system })),
    );
  });

  it('is written only if it changes', async () => {
    const { id } = await world.initiative();
    const task = await world.task({ initiative_id: id });
    await waitUntilRecounted();
    const { events } = await recordedBy(service, org_id, async () => {
      await patch(task.id, { title: 'Renamed' });
      await patch(task.id, { effort: 'xl' });
      await waitUntilRecounted();
    });
    expect(events).toEqual([`task.post_update ${task.id}`, `task.post_update ${task.id}`]);
  });

  it('is recounted for both initiatives when a task moves between them', async () => {
    const [one, two] = [await world.initiative(), await world.initiative()];
    await world.task({ initiative_id: two.id });
    const done = await world.task({ initiative_id: one.id, status: 'done' });
    await expectProgress(one.id, 100);
    await patch(done.id, { initiative_id: two.id });
    await Promise.all([expectProgress(one.id, 0), expectProgress(two.id, 50)]);
    await owner.call('POST', `/initiatives/${one.id}/tasks`, { task_ids: [done.id] });
    await Promise.all([expectProgress(one.id, 100), expectProgress(two.id, 0)]);
    await owner.call('POST', `/initiatives/${one.id}/tasks/unlink`, { task_ids: [done.id] });
    await expectProgress(one.id, 0);
  });

  it('uses effort if progress_mode is effort, and is not computed if it is manual', async () => {
    const { id } = await world.initiative({ progress_mode: 'effort' });
    await world.task({ initiative_id: id, effort: 'xxl', status: 'done' });
    const small = await world.task({ initiative_id: id, effort: 'l' });
    await expectProgress(id, 72);
    await patch(small.id, { effort: 'xxl' });
    await expectProgress(id, 50);
    await owner.call('PATCH', `/initiatives/${id}`, { progress_mode: 'manual' });
    await owner.call('POST', `/initiatives/${id}/updates`, { health: 'on_track', body: 'x', progress: 7 });
    await patch(small.id, { status: 'done' });
    await waitUntilRecounted();
    expect(await getProgress(id)).toBe(7);
    await owner.call('PATCH', `/initiatives/${id}`, { progress_mode: 'tasks' });
    await expectProgress(id, 100);
  });

  it('is correct after concurrent changes in two organizations', async () => {
    const stranger = await service.newOrganization();
    const theirs = createInitiativeFixtures(stranger);
    const [mine, other] = [await world.initiative(), await theirs.initiative()];
    const make = (whose: typeof world, initiative_id: number) => (_: unknown, index: number) =>
      whose.task({ initiative_id, status: index % 2 ? 'done' : 'todo' });
    const [tasks] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, make(world, mine.id))),
      Promise.all(Array.from({ length: 8 }, make(theirs, other.id))),
    ]);
    await Promise.all(tasks.slice(0, 10).map((task) => patch(task.id, { status: 'done' })));
    await expectProgress(mine.id, 75);
    const seen = async () => (await stranger.call('GET', `/initiatives/${other.id}`)).body.progress;
    await eventually(seen, (value) => value === 50);
    await waitUntilRecounted();
    expect([await getProgress(mine.id), await seen()]).toEqual([75, 50]);
  });
});

describe('recount', () => {
  it('happens without a wake-up', async () => {
    const { id } = await world.initiative();
    await world.task({ initiative_id: id, status: 'done' });
    await expectProgress(id, 100);
    await waitUntilRecounted();
    await executeOperational(
      service.platform,
      sql`with forgotten as (update initiatives set progress = 1 where org_id = ${org_id} and id = ${id} returning id)
        insert into initiative_recounts (org_id, initiative_id) select ${org_id}, id from forgotten returning initiative_id`,
    );
    await expectProgress(id, 100);
  });
});
