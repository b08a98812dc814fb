import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';
import { ProgressHarness } from '../testing/progress-harness.ts';
import { initiativesLane } from './initiatives.lane.ts';
import { deleteRecountRequests } from './lane.store.ts';
import { updateProgress } from './progress.service.ts';

const { sql } = Prisma;

/** The tests run the relay and the lane directly, without a worker. */
let service: TestService;
let owner: Client;
let org_id: number;
let world: ReturnType<typeof createInitiativeFixtures>;
let progress: ProgressHarness;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  world = createInitiativeFixtures(owner);
  progress = new ProgressHarness(service, org_id);
});
afterAll(() => service.stop());

const project = () => progress.project();
const run = () => progress.run();
const findRequests = () => progress.findRequests();
const clearRequests = async () => {
  await project();
  await run();
};
const listEvents = async (id: number, type: string) =>
  (
    await service.rows(sql`select id from events where org_id = ${org_id} and aggregate_type = 'initiative'
      and aggregate_id = ${id} and event_type = ${type}`)
  ).length;

describe('the relay', () => {
  it('requests recounts only for changes that affect progress, and wakes the lane', async () => {
    const { id } = await world.initiative();
    const [task, alone] = [await world.task({ initiative_id: id }), await world.task()];
    expect(await project()).toEqual([
      { queue: 'initiatives', key: `org-${org_id}`, payload: { org_id }, delayMs: 250 },
    ]);
    expect(await findRequests()).toEqual([{ initiative_id: id, asks: 1, is_full: false }]);
    expect(await initiativesLane.due(service.platform)).toContainEqual({ org_id });
    await run();
    expect([await findRequests(), await initiativesLane.due(service.platform)]).toEqual([[], []]);
    await owner.call('PATCH', `/tasks/${task.id}`, { title: 'x', due_at: '2030-01-01T00:00:00Z' });
    await owner.call('PATCH', `/tasks/${alone.id}`, { status: 'done' });
    await owner.call('POST', `/tasks/${task.id}/move`, { status: 'todo', position: 0 });
    await owner.call('PATCH', `/initiatives/${id}`, { name: 'Renamed' });
    expect(await project()).toEqual([]);
    await owner.call('PATCH', `/initiatives/${id}`, { progress_mode: 'effort' });
    expect(await project()).toHaveLength(1);
    await run();
  });

  it('requests recounts of the previous and the new initiative in one batch', async () => {
    const [one, two, three] = [await world.initiative(), await world.initiative(), await world.initiative()];
    const task = await world.task({ initiative_id: one.id });
    await clearRequests();
    await owner.call('PATCH', `/tasks/${task.id}`, { status: 'done' });
    for (const { id } of [two, three]) await owner.call('PATCH', `/tasks/${task.id}`, { initiative_id: id });
    await project();
    expect((await findRequests()).map((one) => one.initiative_id)).toEqual([one.id, two.id, three.id]);
    await run();
    expect([await world.read(one.id), await world.read(two.id), await world.read(three.id)]).toMatchObject([
      { progress: 0 },
      { progress: 0 },
      { progress: 100 },
    ]);
  });
});

describe('the lane', () => {
  it('repeats a recount that was requested again during it', async () => {
    const { id } = await world.initiative();
    const task = await world.task({ initiative_id: id });
    await project();
    const before = await findRequests();
    await updateProgress(progress.system, [id]);
    await owner.call('PATCH', `/tasks/${task.id}`, { status: 'done' });
    await project();
    await deleteRecountRequests(service.platform, org_id, before);
    expect(await findRequests()).toEqual([{ initiative_id: id, asks: 2, is_full: false }]);
    await run();
    expect((await world.read(id)).progress).toBe(100);
    expect(await findRequests()).toEqual([]);
  });

  it('writes nothing twice if a worker dies before it deletes its requests', async () => {
    const { id } = await world.initiative();
    await world.task({ initiative_id: id, status: 'done' });
    await project();
    await updateProgress(progress.system, [id]);
    await run();
    expect(await findRequests()).toEqual([]);
    expect(await listEvents(id, 'initiative.post_update')).toBe(1);
  });

  it('ends with the correct progress with concurrent recounts and changes', async () => {
    const { id } = await world.initiative();
    const tasks = await Promise.all(Array.from({ length: 10 }, () => world.task({ initiative_id: id })));
    await project();
    const finish = async () => {
      await Promise.all(tasks.map((task) => owner.call('PATCH', `/tasks/${task.id}`, { status: 'done' })));
    };
    let isFinished = false;
    const projecting = async () => {
      while (!isFinished) await project();
    };
    const updating = async () => {
      while (!isFinished) await updateProgress(progress.system, [id]);
    };
    const others = [projecting(), updating(), updating(), updating()];
    await finish().finally(() => {
      isFinished = true;
    });
    await Promise.all(others);
    await project();
    await Promise.all([updateProgress(progress.system, [id]), updateProgress(progress.system, [id])]);
    expect((await world.read(id)).progress).toBe(100);
    const steps = await service.rows(sql`select (a.after ->> 'progress')::int as progress from audit_log a
      where a.org_id = ${org_id} and a.resource = 'initiative' and a.record_id = ${id} and a.before ? 'progress' order by a.id`);
    // No recount overwrote a newer result.
    expect(steps).toEqual([...steps].sort((one, other) => one.progress - other.progress));
  });
});

describe('request for an update', () => {
  const pass = (id: number, days: number) =>
    executeOperational(
      service.platform,
      sql`update initiatives set update_due_at = update_due_at - ${days} * interval '1 day' where id = ${id} returning id`,
    );
  const ask = async (id: number) => {
    await Promise.all([run(), run()]);
    return listEvents(id, 'initiative.update_due');
  };

  it('is sent once after 14 days without an update while active', async () => {
    const person = await service.newUser(owner, ['employee']);
    const { id: owner_employee_id } = await world.employee({ user_id: person.user.id });
    const { id } = await world.initiative({ owner_employee_id, name: 'Quiet' });
    expect((await world.read(id)).update_due_at).toBeNull();
    await owner.call('PATCH', `/initiatives/${id}`, { status: 'active' });
    await pass(id, 13.9);
    expect(await ask(id)).toBe(0);
    await pass(id, 0.2);
    expect(await initiativesLane.due(service.platform)).toEqual([{ org_id }]);
    expect(await ask(id)).toBe(1);
    expect(await ask(id)).toBe(1);
    const mails = (await service.mails(person.user.email)).filter(
      (mail) => mail.kind === 'initiative_update_due',
    );
    expect(mails).toMatchObject([{ subject: 'How is “Quiet” going?' }]);
    const [entry] = await service.rows(sql`select action, actor_type::text from audit_log
      where org_id = ${org_id} and resource = 'initiative' and record_id = ${id} and action = 'ask_for_update'`);
    expect(entry).toEqual({ action: 'ask_for_update', actor_type: 'system' });
    await pass(id, 14);
    expect(await ask(id)).toBe(2);
  });

  it('is not mailed if the organization has switched the mail off', async () => {
    const person = await service.newUser(owner, ['employee']);
    const { id: owner_employee_id } = await world.employee({ user_id: person.user.id });
    const { id } = await world.initiative({ owner_employee_id, name: 'Silent' });
    await owner.call('PATCH', `/initiatives/${id}`, { status: 'active' });
    const switchMails = (initiative_updates: boolean | null) =>
      owner.call('PATCH', '/organizations/current/settings', { notifications: { initiative_updates } });
    expect((await switchMails(false)).status).toBe(200);
    await pass(id, 14);
    expect(await ask(id)).toBe(1);
    await switchMails(null);
    const kinds = (await service.mails(person.user.email)).map((mail) => mail.kind);
    expect(kinds).not.toContain('initiative_update_due');
  });

  it('is postponed by an update, skipped while paused and restarted on activation', async () => {
    const { id } = await world.initiative({ status: 'active' });
    await pass(id, 10);
    await owner.call('POST', `/initiatives/${id}/updates`, { health: 'on_track', body: 'Fine' });
    await pass(id, 10);
    expect(await ask(id)).toBe(0);
    await owner.call('PATCH', `/initiatives/${id}`, { status: 'paused' });
    await pass(id, 10);
    expect([await ask(id), await initiativesLane.due(service.platform)]).toEqual([0, []]);
    await owner.call('PATCH', `/initiatives/${id}`, { status: 'active' });
    expect(await ask(id)).toBe(0);
    await owner.call('PATCH', `/initiatives/${id}`, { status: 'active' });
    await pass(id, 15);
    expect(await ask(id)).toBe(1);
    await pass(id, 15);
    await owner.call('POST', `/initiatives/${id}/complete`, { open_tasks: 'keep' });
    expect(await ask(id)).toBe(1);
  });
});
