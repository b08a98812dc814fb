import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';

let service: TestService;
let owner: Client;
let org_id: number;
let world: ReturnType<typeof createInitiativeFixtures>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  world = createInitiativeFixtures(owner);
});
afterAll(() => service.stop());

const complete = (id: number, body: object, by = owner) =>
  by.call('POST', `/initiatives/${id}/complete`, body);
const statuses = ['todo', 'in_progress', 'reviewing', 'blocked', 'done', 'cancelled'];

/** Creates an initiative with a task in every status, among other tasks of the same columns. */
async function createBusyInitiative() {
  const { id } = await world.initiative({ status: 'active' });
  const tasks: Record<string, number> = {};
  for (const status of statuses) {
    await world.task({ status, title: 'Before' });
    tasks[status] = (await world.task({ status, initiative_id: id })).id;
    await world.task({ status, title: 'Behind' });
  }
  return { id, tasks };
}
const getStatus = async (id: number | undefined) => (await owner.call('GET', `/tasks/${id}`)).body.status;
const expectNoGaps = async () => {
  for (const status of statuses) {
    const positions = await world.positions(status);
    expect(positions).toEqual(positions.map((_: number, index: number) => index));
  }
};

describe('POST /initiatives/:id/complete', () => {
  it('keeps open tasks in place, including blocked ones', async () => {
    const { id, tasks } = await createBusyInitiative();
    const { result, events, audit } = await recordedBy(service, org_id, () =>
      complete(id, { open_tasks: 'keep' }),
    );
    expect([result.status, result.body.status]).toEqual([200, 'completed']);
    expect(events).toEqual([`initiative.post_update ${id}`, `initiative.completed ${id}`]);
    expect(audit).toMatchObject([
      { action: 'update', before: { status: 'active' }, after: { status: 'completed' } },
    ]);
    expect(await getStatus(tasks.blocked)).toBe('blocked');
    const list = await owner.call('GET', `/initiatives/${id}/tasks`);
    expect(list.body.total).toBe(6);
  });

  it('cancels open tasks without gaps in columns and keeps their links', async () => {
    const { id, tasks } = await createBusyInitiative();
    const { result, events } = await recordedBy(service, org_id, () =>
      complete(id, { open_tasks: 'cancel' }),
    );
    expect(result.status).toBe(200);
    const open = statuses.slice(0, 4).map((status) => `task.post_update ${tasks[status]}`);
    expect(events).toEqual([...open, `initiative.post_update ${id}`, `initiative.completed ${id}`]);
    expect(await Promise.all(statuses.map((status) => getStatus(tasks[status])))).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
      'done',
      'cancelled',
    ]);
    await expectNoGaps();
    expect((await owner.call('GET', `/initiatives/${id}/tasks`)).body.total).toBe(6);
  });

  it('moves open tasks to another initiative and keeps finished ones', async () => {
    const { id, tasks } = await createBusyInitiative();
    const target = await world.initiative();
    const { result, events, audit } = await recordedBy(service, org_id, () =>
      complete(id, { open_tasks: 'move_to', move_to: target.id }),
    );
    expect(result.status).toBe(200);
    const open = statuses.slice(0, 4).map((status) => tasks[status]);
    expect(events).toEqual([
      ...open.flatMap((task) => [
        `task.post_update ${task}`,
        `initiative.task_unlinked ${id}`,
        `initiative.task_linked ${target.id}`,
      ]),
      `initiative.post_update ${id}`,
      `initiative.completed ${id}`,
    ]);
    const links = { before: { initiative_id: id }, after: { initiative_id: target.id } };
    expect(audit).toMatchObject([...open.map((record_id) => ({ record_id, ...links })), { record_id: id }]);
    const left = (await owner.call('GET', `/initiatives/${id}/tasks`)).body.data;
    expect(left.map((task: { id: number }) => task.id)).toEqual([tasks.done, tasks.cancelled]);
    expect(await getStatus(tasks.blocked)).toBe('blocked');
  });

  it('rejects invalid requests and records nothing', async () => {
    const { id } = await createBusyInitiative();
    const over = await world.initiative({ status: 'cancelled' });
    const stranger = await service.newOrganization();
    const foreign = await createInitiativeFixtures(stranger).initiative();
    const broken: [object, string][] = [
      [{}, 'open_tasks'],
      [{ open_tasks: 'delete' }, 'open_tasks'],
      [{ open_tasks: 'move_to' }, 'move_to'],
      [{ open_tasks: 'keep', move_to: over.id }, 'move_to'],
      [{ open_tasks: 'move_to', move_to: id }, 'move_to'],
      [{ open_tasks: 'move_to', move_to: over.id }, 'move_to'],
      [{ open_tasks: 'move_to', move_to: foreign.id }, 'move_to'],
    ];
    for (const [body, field] of broken) {
      const { result, ...recorded } = await recordedBy(service, org_id, () => complete(id, body));
      expect([result.status, Object.keys(result.body.details?.fieldErrors ?? {})]).toEqual([422, [field]]);
      expect(recorded).toEqual(nothing);
    }
    const rejected = await complete(over.id, { open_tasks: 'keep' });
    expect(rejected.body.details.fieldErrors).toEqual({ status: ['Is already cancelled'] });
    expect((await complete(id, { open_tasks: 'keep' }, stranger)).status).toBe(404);
  });

  it('rejects open tasks that the caller may not change', async () => {
    const user = await service.newUser(owner, ['employee']);
    const person = await world.employee({ user_id: user.user.id });
    const { id } = await world.initiative({ owner_employee_id: person.id });
    await world.task({ initiative_id: id, assigned_to: user.user.id });
    const other = await world.task({ initiative_id: id });
    const { result, events } = await recordedBy(service, org_id, () =>
      complete(id, { open_tasks: 'cancel' }, user),
    );
    expect([result.status, events]).toEqual([403, []]);
    expect(await getStatus(other.id)).toBe('todo');
    expect((await complete(id, { open_tasks: 'keep' }, user)).status).toBe(200);
  });

  it('completes once with concurrent requests and moves of the same tasks', async () => {
    const { id, tasks } = await createBusyInitiative();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => complete(id, { open_tasks: 'cancel' })),
      ...[0, 1, 2].map((position) =>
        owner.call('POST', `/tasks/${tasks.todo}/move`, { status: 'reviewing', position }),
      ),
      owner.call('PATCH', `/tasks/${tasks.blocked}`, { initiative_id: id, status: 'todo' }),
    ]);
    expect(
      answers
        .slice(0, 3)
        .map((answer) => answer.status)
        .sort(),
    ).toEqual([200, 422, 422]);
    expect(answers.slice(3).map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    await expectNoGaps();
  });
});
