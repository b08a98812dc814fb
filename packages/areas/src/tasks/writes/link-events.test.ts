import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestResponse, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitiative } from '../testing/link-history.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
/** May change only tasks that are assigned to this user. */
let employee: Client;
let one: number;
let two: number;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
  [one, two] = [await createInitiative(owner), await createInitiative(owner)];
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const create = (body: object = {}, by = owner) => by.call('POST', '/tasks', { title: 'Work', ...body });
const newTask = async (body: object = {}): Promise<number> => (await create(body)).body.id;
const readInitiative = async (id: number) => (await owner.call('GET', `/tasks/${id}`)).body.initiative_id;

describe('a create in an initiative', () => {
  let parent: number;
  beforeAll(async () => {
    parent = await newTask();
  });

  it.each<[string, () => Promise<TestResponse>]>([
    ['in one statement', () => create({ initiative_id: one })],
    ['with a parent', () => create({ initiative_id: one, parent_task_id: parent })],
    ['by a user without permission for all tasks', () => create({ initiative_id: one }, employee)],
  ])('%s writes task_linked', async (_, send) => {
    const { result, events, audit, outbox } = await recorded(send);
    const { id } = result.body;
    expect([result.status, result.body.initiative_id]).toEqual([201, one]);
    expect(events).toEqual([`task.post_create ${id}`, `initiative.task_linked ${one}`]);
    expect(outbox).toBe(2);
    expect(audit).toMatchObject([
      { action: 'create', resource: 'task', record_id: id, before: null, after: { initiative_id: one } },
    ]);
  });

  it.each([{}, { initiative_id: null }])('writes no link event for none (%o)', async (body) => {
    const { result, events, audit } = await recorded(() => create(body));
    expect([events, audit.length]).toEqual([[`task.post_create ${result.body.id}`], 1]);
  });

  it('writes nothing if it is rejected', async () => {
    const missing = await recorded(() => create({ initiative_id: 2_000_000_000 }));
    expect(missing.result.body.details.fieldErrors).toEqual({ initiative_id: ['Does not exist'] });
    expect(missing).toMatchObject(nothing);
    const deep = await recorded(() => create({ initiative_id: one, parent_task_id: 2_000_000_000 }));
    expect([deep.result.status, deep.events, deep.audit]).toEqual([422, [], []]);
  });
});

interface Way {
  name: string;
  /** Sends the new initiative of a task, with other changes of the same request. */
  send: (id: number, initiative_id: number | null) => Promise<TestResponse>;
  /** The events of the task. */
  events?: readonly string[];
}

const patch = (id: number, body: object, { by = owner, headers = {} } = {}) =>
  by.call('PATCH', `/tasks/${id}`, body, headers);
const updated = ['task.post_update'];
const completed = ['task.post_update', 'task.completed'];

const ways: readonly Way[] = [
  { name: 'PATCH', send: (id, initiative_id) => patch(id, { initiative_id }) },
  {
    name: 'PATCH with a status',
    send: (id, initiative_id) => patch(id, { initiative_id, status: 'blocked' }),
  },
  {
    name: 'PATCH that completes the task',
    send: (id, initiative_id) => patch(id, { initiative_id, status: 'done' }),
    events: completed,
  },
  {
    name: 'PATCH with a parent',
    send: async (id, initiative_id) => patch(id, { initiative_id, parent_task_id: await newTask() }),
  },
  {
    name: 'PATCH with a parent and a status',
    send: async (id, initiative_id) =>
      patch(id, { initiative_id, status: 'done', parent_task_id: await newTask() }),
    events: completed,
  },
  {
    name: 'PATCH with If-Match',
    send: async (id, initiative_id) => {
      const etag = (await owner.call('GET', `/tasks/${id}`)).headers.get('etag') ?? '';
      return patch(id, { initiative_id }, { headers: { 'if-match': etag } });
    },
  },
  {
    name: 'PATCH by an assignee',
    send: (id, initiative_id) => patch(id, { initiative_id }, { by: employee }),
  },
  {
    name: 'POST /tasks/bulk',
    send: (id, initiative_id) =>
      owner.call('POST', '/tasks/bulk', { ids: [id], patch: { initiative_id, label: 'bulk' } }),
  },
  {
    name: 'POST /tasks/bulk with a status',
    send: (id, initiative_id) =>
      owner.call('POST', '/tasks/bulk', { ids: [id], patch: { initiative_id, status: 'done' } }),
    events: completed,
  },
  {
    name: 'POST /initiatives/:initiativeId/tasks',
    send: async (id, initiative_id) =>
      initiative_id === null
        ? owner.call('POST', `/initiatives/${await readInitiative(id)}/tasks/unlink`, { task_ids: [id] })
        : owner.call('POST', `/initiatives/${initiative_id}/tasks`, { task_ids: [id] }),
  },
];

describe.each(ways)('$name', ({ send, events: ofTask = updated }) => {
  /** The places of the initiatives before and after: the first, the second or none. */
  it.each<[from: 'one' | 'two' | 'none', to: 'one' | 'two' | 'none']>([
    ['one', 'two'],
    ['one', 'none'],
    ['none', 'one'],
  ])('from %s to %s writes the events of both', async (from, to) => {
    const places = { one, two, none: null };
    const [was, is] = [places[from], places[to]];
    const id = await newTask({ initiative_id: was, assigned_to: employee.user.id });
    const { result, events, audit, outbox } = await recorded(() => send(id, is));
    expect(result.status).toBeLessThan(300);
    const expected = [
      ...ofTask.map((type) => `${type} ${id}`),
      ...(was === null ? [] : [`initiative.task_unlinked ${was}`]),
      ...(is === null ? [] : [`initiative.task_linked ${is}`]),
    ];
    // Parents are created by the request's function, before it.
    expect(events.filter((event) => !event.startsWith('task.post_create'))).toEqual(expected);
    expect(outbox).toBe(events.length);
    expect(audit.filter(({ action }) => action !== 'create')).toMatchObject([
      {
        action: 'update',
        resource: 'task',
        record_id: id,
        before: { initiative_id: was },
        after: { initiative_id: is },
      },
    ]);
    expect(await readInitiative(id)).toBe(is);
  });
});

it.each(ways.filter(({ name }) => !name.startsWith('POST /init')))(
  '$name with the current initiative writes no link event, and no audited value',
  async ({ send, events: ofTask = updated, name }) => {
    const id = await newTask({ initiative_id: one, assigned_to: employee.user.id });
    const { result, events, audit } = await recorded(() => send(id, one));
    expect(result.status).toBe(200);
    const changesNothing = ['PATCH', 'PATCH with If-Match', 'PATCH by an assignee'].includes(name);
    const ofThis = events.filter((event) => !event.startsWith('task.post_create'));
    expect(ofThis).toEqual(changesNothing ? [] : ofTask.map((type) => `${type} ${id}`));
    for (const { before, after } of audit.filter(({ action }) => action === 'update'))
      for (const values of [before, after]) expect(values).not.toHaveProperty('initiative_id');
  },
);

it('changes of other fields, moves, deletion and restoration write no link event', async () => {
  const id = await newTask({ initiative_id: one });
  const { events } = await recorded(async () => {
    await patch(id, { title: 'Renamed', label: 'other' });
    await owner.call('POST', `/tasks/${id}/move`, { status: 'done', position: 0 });
    await owner.call('POST', '/tasks/bulk', { ids: [id], move: { status: 'todo' } });
    await owner.call('DELETE', `/tasks/${id}`);
    await owner.call('POST', `/tasks/${id}/restore`);
  });
  const types = ['post_update', 'post_update', 'completed', 'post_update', 'post_archive', 'post_restore'];
  expect(events).toEqual(types.map((type) => `task.${type} ${id}`));
});

it('a bulk change writes the link events of each task after its own events', async () => {
  const fromOne = await newTask({ initiative_id: one });
  const inTwo = await newTask({ initiative_id: two });
  const free = await newTask();
  const ids = [fromOne, inTwo, free];
  const { result, events, audit } = await recorded(() =>
    owner.call('POST', '/tasks/bulk', { ids, patch: { initiative_id: two } }),
  );
  expect([result.status, result.body.total]).toEqual([200, 3]);
  expect(events).toEqual([
    `task.post_update ${fromOne}`,
    `initiative.task_unlinked ${one}`,
    `initiative.task_linked ${two}`,
    `task.post_update ${free}`,
    `initiative.task_linked ${two}`,
  ]);
  expect(audit.map(({ record_id }) => record_id)).toEqual([fromOne, free]);
});

describe('a rejected change', () => {
  it('writes nothing', async () => {
    const id = await newTask({ initiative_id: one });
    const rejected = [
      () => patch(id, { initiative_id: 2_000_000_000 }),
      () => patch(id, { initiative_id: two, assigned_to: 2_000_000_000 }),
      () => patch(id, { initiative_id: two, parent_task_id: id }),
      () => patch(id, { initiative_id: two, status: 'done' }, { headers: { 'if-match': '"1"' } }),
      () => owner.call('POST', '/tasks/bulk', { ids: [id, 2_000_000_000], patch: { initiative_id: two } }),
      () => owner.call('POST', `/initiatives/${two}/tasks`, { task_ids: [id, 2_000_000_000] }),
    ];
    for (const send of rejected) {
      const { result, ...left } = await recorded(send);
      expect([result.status === 422 || result.status === 412, left]).toEqual([true, nothing]);
    }
    const denied = await recorded(() => patch(id, { initiative_id: two }, { by: employee }));
    expect(denied).toMatchObject(onlyDenial('update', 'task', id));
    expect(await readInitiative(id)).toBe(one);
  });

  it('writes nothing for an initiative of another organization', async () => {
    const stranger = await service.newOrganization();
    const foreign = await createInitiative(stranger);
    const id = await newTask({ initiative_id: one });
    for (const send of [
      () => patch(id, { initiative_id: foreign }),
      () => create({ initiative_id: foreign }),
    ]) {
      const { result, ...left } = await recorded(send);
      expect([result.status, left]).toEqual([422, nothing]);
    }
  });
});

it('unlinks a task from a deleted initiative', async () => {
  const gone = await createInitiative(owner);
  const id = await newTask({ initiative_id: gone, status: 'done' });
  expect((await owner.call('DELETE', `/initiatives/${gone}`)).status).toBe(204);
  const { result, events } = await recorded(() => patch(id, { initiative_id: two }));
  expect(result.status).toBe(200);
  expect(events).toEqual([
    `task.post_update ${id}`,
    `initiative.task_unlinked ${gone}`,
    `initiative.task_linked ${two}`,
  ]);
});

it('link events have the name and subject of the initiative, like its own events', async () => {
  const id = await newTask({ initiative_id: one, assigned_to: employee.user.id, title: 'Secret work' });
  await patch(id, { initiative_id: null });
  const events = await service.rows<{ event_type: string; payload: object }>(sql`
    select e.event_type, e.aggregate_type, e.aggregate_id, e.payload - 'action' - 'timestamp' as payload,
      e.subject_employee_id, e.subject_team_id, e.subject_user_ids, e.is_private
    from events e where e.org_id = ${owner.user.org_id} and e.aggregate_type = 'initiative' and e.aggregate_id = ${one}
      and (e.event_type = 'initiative.post_create' or e.id > (
        select max(t.id) from events t where t.org_id = e.org_id and t.event_type = 'task.post_create'))
    order by e.id`);
  expect(events.map(({ event_type }) => event_type)).toEqual([
    'initiative.post_create',
    'initiative.task_linked',
    'initiative.task_unlinked',
  ]);
  const [first, ...links] = events.map(({ event_type, ...rest }) => rest);
  expect(links).toEqual([first, first]);
  expect(first).toMatchObject({
    payload: { record_id: one, record_type: 'initiative', record_name: expect.stringMatching(/^Plan/) },
    subject_user_ids: [owner.user.id],
  });
  // The employee reads tasks of their own only, but all initiatives.
  const types = (await employee.call('GET', `/events/initiative/${one}`)).body.data;
  expect(types.map((event: { event_type: string }) => event.event_type)).toContain(
    'initiative.task_unlinked',
  );
});
