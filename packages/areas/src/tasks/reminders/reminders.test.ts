import { lockCall } from '@wfp/shared/advisory-locks';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMs,
  createReminderDriver,
  hours,
  minutes,
  type ReminderDriver,
} from '../testing/reminder-driver.ts';

let service: TestService;
let owner: Client;
let viewer: Client;
let reminding: ReminderDriver;
const due_at = addMs(new Date(), hours(1_000)).toISOString();
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  viewer = await service.newUser(owner, ['viewer']);
  reminding = createReminderDriver(service, owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const reminderPath = (task: { id: number }, id?: number) =>
  `/tasks/${task.id}/reminders${id === undefined ? '' : `/${id}`}`;

describe('reminders of a user', () => {
  it('can be created by users who may read the task, and are visible only to them', async () => {
    const task = await reminding.createTask({ due_at });
    const { result, events, audit } = await recorded(() =>
      viewer.call('POST', reminderPath(task), { kind: 'offset', offset: '2h' }),
    );
    expect(result.status).toBe(201);
    expect(result.body).toEqual({
      id: expect.any(Number),
      org_id: owner.user.org_id,
      task_id: task.id,
      user_id: viewer.user.id,
      kind: 'offset',
      offset: '2h',
      remind_at: addMs(due_at, -hours(2)).toISOString(),
      state: 'pending',
      fired_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      created_by: viewer.user.id,
      updated_by: viewer.user.id,
      deleted_at: null,
    });
    expect(events).toEqual([`task.reminder_added ${task.id}`]);
    expect(audit).toMatchObject([{ action: 'create', resource: 'task_reminder', record_id: result.body.id }]);
    const path = reminderPath(task, result.body.id);
    expect((await viewer.call('GET', path)).body).toEqual(result.body);
    expect((await owner.call('GET', reminderPath(task))).body).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
    for (const [method, body] of [['GET'], ['PATCH', { offset: '1h' }], ['DELETE']] as const)
      expect((await owner.call(method, path, body)).status).toBe(404);
    const seenBy = async (by: Client) =>
      (await by.call('GET', `/events/task/${task.id}`)).body.data.map((event: any) => event.event_type);
    expect(await seenBy(viewer)).toContain('task.reminder_added');
    expect(await seenBy(owner)).toEqual(['task.post_create']);
  });

  it('can be set to a fixed time, changed and deleted', async () => {
    const task = await reminding.createTask({});
    const [first, second] = [addMs(due_at, -minutes(1)), addMs(due_at, minutes(1))];
    const made = (await owner.call('POST', reminderPath(task), { kind: 'absolute', remind_at: first })).body;
    expect(made).toMatchObject({ kind: 'absolute', offset: null, remind_at: first.toISOString() });
    const path = reminderPath(task, made.id);
    const changed = await recorded(() => owner.call('PATCH', path, { remind_at: second }));
    expect(changed.result.body).toMatchObject({ id: made.id, remind_at: second.toISOString() });
    expect(changed).toMatchObject({ events: [`task.reminder_changed ${task.id}`] });
    expect(changed.audit).toMatchObject([{ action: 'update', resource: 'task_reminder' }]);
    const gone = await recorded(() => owner.call('DELETE', path));
    expect(gone).toMatchObject({ result: { status: 204 }, events: [`task.reminder_removed ${task.id}`] });
    expect((await owner.call('GET', path)).status).toBe(404);
    await reminding.runAt(addMs(second, minutes(1)));
    expect(await reminding.countFired(task.id)).toBe(0);
  });

  it('can be created on a task whose id equals that of a relay session', async () => {
    const task = await reminding.createTask({ due_at });
    const relay = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await relay.connect();
    try {
      await relay.query(`select ${lockCall('lockShared', 'relay_session', String(task.id))}`);
      const { status } = await owner.call('POST', reminderPath(task), { kind: 'offset', offset: '2h' });
      expect(status).toBe(201);
    } finally {
      await relay.end();
    }
  });

  it('are not recorded when a PATCH changes nothing', async () => {
    const task = await reminding.createTask({ due_at });
    const { id } = (await owner.call('POST', reminderPath(task), { kind: 'offset', offset: '4h' })).body;
    const before = (await owner.call('GET', reminderPath(task, id))).body;
    for (const patch of [{}, { offset: '4h' }]) {
      const { result, ...left } = await recorded(() => owner.call('PATCH', reminderPath(task, id), patch));
      expect([result.status, result.body, left]).toEqual([200, before, nothing]);
    }
  });

  it('are sorted by time and filtered by kind, state and time', async () => {
    const task = await reminding.createTask({ due_at });
    const moment = addMs(due_at, -hours(3)).toISOString();
    for (const body of [
      { kind: 'offset', offset: '2h' },
      { kind: 'absolute', remind_at: moment },
      { kind: 'offset', offset: '4h' },
    ]) {
      await owner.call('POST', reminderPath(task), body);
    }
    const listed = async (query = '') =>
      (await owner.call('GET', `${reminderPath(task)}${query}`)).body.data.map(
        (one: any) => one.offset ?? one.kind,
      );
    expect(await listed()).toEqual(['4h', 'absolute', '2h']);
    expect(await listed('?sort=-remind_at')).toEqual(['2h', 'absolute', '4h']);
    expect(await listed('?kind=offset')).toEqual(['4h', '2h']);
    expect(await listed(`?remind_at_from=${moment}`)).toEqual(['absolute', '2h']);
    expect(await listed('?state=fired,missed')).toEqual([]);
    expect(await listed('?state=pending&limit=1')).toEqual(['4h']);
  });

  it('are restored by their user and follow the task again', async () => {
    const task = await reminding.createTask({ due_at });
    const { id } = (await viewer.call('POST', reminderPath(task), { kind: 'offset', offset: '1d' })).body;
    await viewer.call('DELETE', reminderPath(task, id));
    const moved = addMs(due_at, hours(48)).toISOString();
    await reminding.patch(task.id, { due_at: moved });
    await reminding.project();
    expect((await owner.call('GET', `${reminderPath(task)}?deleted=true`)).body.total).toBe(0);
    expect((await viewer.call('GET', `${reminderPath(task)}?deleted=true`)).body.data).toMatchObject([
      { id },
    ]);
    const restore = (by: Client) => by.call('POST', `${reminderPath(task, id)}/restore`);
    expect((await restore(owner)).status).toBe(404);
    const { result, events, audit } = await recorded(() => restore(viewer));
    expect([result.status, result.body.deleted_at]).toEqual([200, null]);
    expect(events).toEqual([`task.reminder_restored ${task.id}`]);
    expect(audit).toMatchObject([{ action: 'restore', resource: 'task_reminder', record_id: id }]);
    await reminding.project();
    const { body } = await viewer.call('GET', reminderPath(task, id));
    expect(body).toMatchObject({ state: 'pending', remind_at: addMs(moved, -hours(24)).toISOString() });
    const types = (await owner.call('GET', `/events/task/${task.id}`)).body.data.map(
      (one: any) => one.event_type,
    );
    expect(types).not.toContain('task.reminder_restored');
  });

  it('support If-Match', async () => {
    const task = await reminding.createTask({ due_at });
    const { id } = (await owner.call('POST', reminderPath(task), { kind: 'offset', offset: '5m' })).body;
    const etag = (await owner.call('GET', reminderPath(task, id))).headers.get('etag') ?? '';
    const change = () => owner.call('PATCH', reminderPath(task, id), { offset: '10m' }, { 'if-match': etag });
    expect((await change()).status).toBe(200);
    expect((await change()).status).toBe(412);
  });

  it('become pending when the task is reopened', async () => {
    const task = await reminding.createTask({ due_at, status: 'done' });
    const { id, state } = (await owner.call('POST', reminderPath(task), { kind: 'offset', offset: '5m' }))
      .body;
    expect(state).toBe('cancelled');
    await reminding.patch(task.id, { status: 'todo' });
    await reminding.project();
    expect((await owner.call('GET', reminderPath(task, id))).body.state).toBe('pending');
  });
});

describe('rejected', () => {
  const at = addMs(due_at, -hours(1)).toISOString();
  it.each([
    [{}, 'kind'],
    [{ kind: 'sometimes' }, 'kind'],
    [{ kind: 'offset' }, 'offset'],
    [{ kind: 'offset', offset: '3m' }, 'offset'],
    [{ kind: 'offset', offset: '5m', remind_at: at }, 'remind_at'],
    [{ kind: 'absolute' }, 'remind_at'],
    [{ kind: 'absolute', remind_at: 'soon' }, 'remind_at'],
    [{ kind: 'absolute', remind_at: '2020-01-01T00:00:00Z' }, 'remind_at'],
    [{ kind: 'absolute', remind_at: at, offset: '5m' }, 'offset'],
    [{ kind: 'absolute', remind_at: at, user_id: 1 }, 'user_id'],
  ])('%j', async (body, field) => {
    const task = await reminding.createTask({ due_at });
    const { result, ...left } = await recorded(() => owner.call('POST', reminderPath(task), body));
    expect(result.status).toBe(422);
    expect(JSON.stringify(result.body.details)).toContain(field);
    expect(left).toEqual(nothing);
  });

  it('an offset without a due date, or after it', async () => {
    for (const given of [{}, { due_at: '2020-01-01T00:00:00Z' }]) {
      const task = await reminding.createTask(given);
      const answer = await owner.call('POST', reminderPath(task), { kind: 'offset', offset: '5m' });
      expect(answer).toMatchObject({
        status: 422,
        body: { details: { fieldErrors: { offset: [expect.any(String)] } } },
      });
    }
  });

  it('duplicates, also concurrent ones, and more than 20', async () => {
    const task = await reminding.createTask({ due_at });
    const duplicates = await Promise.all(
      Array.from({ length: 5 }, () =>
        owner.call('POST', reminderPath(task), { kind: 'offset', offset: '1d' }),
      ),
    );
    expect(duplicates.map((one) => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
    const add = (minute: number) =>
      owner.call('POST', reminderPath(task), { kind: 'absolute', remind_at: addMs(at, minutes(minute)) });
    const many = await Promise.all(Array.from({ length: 30 }, (_, minute) => add(minute + 1)));
    expect(many.filter((one) => one.status === 201)).toHaveLength(19);
    expect(new Set(many.map((one) => one.status))).toEqual(new Set([201, 422]));
    expect((await add(31)).status).toBe(422);
    const { data } = (await owner.call('GET', `${reminderPath(task)}?limit=100`)).body;
    await owner.call('DELETE', reminderPath(task, data[0].id));
    expect((await add(32)).status).toBe(201);
    const { result, ...left } = await recorded(() =>
      owner.call('POST', `${reminderPath(task, data[0].id)}/restore`),
    );
    expect([result.status, result.body.details.formErrors, left]).toEqual([
      422,
      [expect.any(String)],
      nothing,
    ]);
  });

  it('a time field of the other kind', async () => {
    const task = await reminding.createTask({ due_at });
    const { id } = (await owner.call('POST', reminderPath(task), { kind: 'offset', offset: '1d' })).body;
    const answer = await owner.call('PATCH', reminderPath(task, id), { remind_at: at });
    expect(answer).toMatchObject({
      status: 422,
      body: { details: { fieldErrors: { remind_at: [expect.any(String)] } } },
    });
  });

  it('changes of the task’s own reminder', async () => {
    const task = await reminding.createTask({ due_at, reminder_offset: '1h' });
    await reminding.project();
    const own = await reminding.taskReminder(task.id);
    expect(own).toMatchObject({ kind: 'offset', offset: '1h', user_id: null, state: 'pending' });
    for (const method of ['PATCH', 'DELETE'] as const) {
      const { result, ...left } = await recorded(() =>
        viewer.call(method, reminderPath(task, own.id), method === 'PATCH' ? { offset: '2h' } : undefined),
      );
      expect(result.status).toBe(403);
      expect(left).toEqual(onlyDenial('read', 'task', task.id));
    }
  });

  it('a reminder on a task that is deleted, foreign or not readable', async () => {
    const task = await reminding.createTask({ due_at });
    const stranger = await service.newOrganization();
    expect((await stranger.call('GET', reminderPath(task))).status).toBe(404);
    await owner.call('DELETE', `/tasks/${task.id}`);
    expect((await owner.call('POST', reminderPath(task), { kind: 'offset', offset: '1h' })).status).toBe(404);
  });
});
