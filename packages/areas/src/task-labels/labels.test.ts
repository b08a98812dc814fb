import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const create = (body: object, by = owner) => by.call('POST', '/task-labels', body);
const createLabel = async (name: string, by = owner): Promise<number> => (await create({ name }, by)).body.id;
const errorFields = (answer: { body: any }) => Object.keys(answer.body.details.fieldErrors);

it('creates, updates, deletes and restores a label with an event and audit entry each', async () => {
  const made = await recorded(() => create({ name: ' Bug ', color: '#ff0000', group: 'Kind' }));
  expect(made.result).toMatchObject({
    status: 201,
    body: { name: 'Bug', color: '#ff0000', group: 'Kind', is_exclusive: false, created_by: owner.user.id },
  });
  const { id } = made.result.body;
  expect(made.events).toEqual([`task_label.post_create ${id}`]);
  expect(made.outbox).toBe(1);
  expect(made.audit).toMatchObject([{ action: 'create', resource: 'task_label', record_id: id }]);

  const changed = await recorded(() => owner.call('PATCH', `/task-labels/${id}`, { color: null }));
  expect(changed.result).toMatchObject({ status: 200, body: { id, color: null, group: 'Kind' } });
  expect(changed.events).toEqual([`task_label.post_update ${id}`]);
  expect(changed.audit).toMatchObject([{ before: { color: '#ff0000' }, after: { color: null } }]);

  const gone = await recorded(() => owner.call('DELETE', `/task-labels/${id}`));
  expect([gone.result.status, gone.events]).toEqual([204, [`task_label.post_archive ${id}`]]);
  expect(gone.audit).toMatchObject([{ resource: 'task_label', record_id: id }]);
  expect((await owner.call('GET', `/task-labels/${id}`)).status).toBe(404);

  const back = await recorded(() => owner.call('POST', `/task-labels/${id}/restore`));
  expect(back.result).toMatchObject({ status: 200, body: { id, name: 'Bug', deleted_at: null } });
  expect(back.events).toEqual([`task_label.post_restore ${id}`]);
  expect(back.audit).toMatchObject([{ action: 'restore', record_id: id }]);
});

it.each([
  [{ name: 'bUG' }, 'name'],
  [{}, 'name'],
  [{ name: 'x', color: 'red' }, 'color'],
  [{ name: 'x', tasks_count: 1 }, ''],
])('rejects %j and writes nothing', async (body, field) => {
  await createLabel('Bug');
  const { result, ...left } = await recorded(() => create(body));
  expect([result.status, left]).toEqual([422, nothing]);
  if (field) expect(errorFields(result)).toEqual([field]);
});

it('rejects a new name in PATCH', async () => {
  const id = await createLabel('Bug');
  const { result, ...left } = await recorded(() => owner.call('PATCH', `/task-labels/${id}`, { name: 'x' }));
  expect([result.status, errorFields(result), left]).toEqual([422, ['name'], nothing]);
});

it('creates one label with concurrent requests of the same name', async () => {
  const answers = await Promise.all(['Bug', 'bug', 'BUG'].map((name) => create({ name })));
  expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422]);
});

it('lets employees create labels and change and delete their own', async () => {
  const [maker, other] = await Promise.all([
    service.newUser(owner, ['employee']),
    service.newUser(owner, ['employee']),
  ]);
  const id = await createLabel('Mine', maker);
  expect((await other.call('GET', `/task-labels/${id}`)).status).toBe(200);
  for (const [method, path, body] of [
    ['PATCH', '', { color: null }],
    ['DELETE', ''],
    ['POST', '/rename', { name: 'Theirs' }],
    ['POST', '/merge', { into_id: id }],
  ] as const) {
    const { result, ...left } = await recorded(() => other.call(method, `/task-labels/${id}${path}`, body));
    expect(result.status).toBe(403);
    expect([left.events, left.outbox]).toEqual([[], 0]);
  }
  expect((await maker.call('PATCH', `/task-labels/${id}`, { color: '#000000' })).status).toBe(200);
  expect((await maker.call('DELETE', `/task-labels/${id}`)).status).toBe(204);
  const restore = await recorded(() => maker.call('POST', `/task-labels/${id}/restore`));
  expect(restore.result.status).toBe(403);
  expect(restore).toMatchObject(onlyDenial('manage', 'task_label', id));
});

describe('labels in use', () => {
  it('are counted among the tasks that the caller may read, with catalogue entries', async () => {
    const employee = await service.newUser(owner, ['employee']);
    await owner.call('POST', '/roles', {
      code: 'own_tasks',
      name: 'Own tasks',
      permissions: [{ permission: 'task:read', scopes: ['own'] }],
    });
    const limited = await service.newUser(owner, ['own_tasks']);
    const bug = await createLabel('Bug');
    await createLabel('Unused');
    for (const [label, assigned_to] of [
      ['Bug', limited.user.id],
      ['Bug', null],
      ['Bug', null],
      ['bug', null],
      ['loose', limited.user.id],
      [null, null],
    ])
      await owner.call('POST', '/tasks', { title: 'A task', label, assigned_to });
    const gone = (await owner.call('POST', '/tasks', { title: 'Gone', label: 'gone' })).body.id;
    await owner.call('DELETE', `/tasks/${gone}`);
    const used = async (by: Client, query = '') =>
      (await by.call('GET', `/task-labels/used${query}`)).body as { data: unknown[]; total: number };
    const all = [
      { label: 'Bug', label_id: bug, tasks_count: 3 },
      { label: 'bug', label_id: null, tasks_count: 1 },
      { label: 'loose', label_id: null, tasks_count: 1 },
    ];
    expect(await used(employee)).toEqual({ data: all, total: 3, total_is_exact: true, next: null });
    expect(await used(owner, '?q=BUG&sort=tasks_count,-label')).toEqual({
      data: [all[1], all[0]],
      total: 2,
      total_is_exact: true,
      next: null,
    });
    expect(await used(owner, '?limit=1&offset=1')).toEqual({
      data: [all[1]],
      total: 3,
      total_is_exact: true,
      next: expect.any(String),
    });
    expect(await used(limited)).toEqual({
      data: [
        { label: 'Bug', label_id: null, tasks_count: 1 },
        { label: 'loose', label_id: null, tasks_count: 1 },
      ],
      total: 2,
      total_is_exact: true,
      next: null,
    });
    expect(await used(await service.newOrganization())).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
  });
});

describe('with restrict_labels', () => {
  const restrict = (restrict_labels: boolean | null) =>
    owner.call('PATCH', '/organizations/current/settings', { features: { restrict_labels } });
  const task = (label: string | null, by = owner) => by.call('POST', '/tasks', { title: 'A task', label });

  it('accepts only labels of the catalogue in every write', async () => {
    await createLabel('Bug');
    const old = (await task('loose')).body.id;
    const other = (await task(null)).body.id;
    expect((await restrict(true)).status).toBe(200);
    expect((await task('Bug')).status).toBe(201);
    expect((await task(null)).status).toBe(201);
    for (const [request, field] of [
      [() => task('loose'), 'label'],
      [() => task('bug'), 'label'],
      [() => owner.call('PATCH', `/tasks/${other}`, { label: 'loose', title: 'Not this' }), 'label'],
      [() => owner.call('POST', '/tasks/bulk', { ids: [other], patch: { label: 'loose' } }), 'patch.label'],
    ] as const) {
      const { result, ...left } = await recorded<{ status: number; body: any }>(request);
      expect([result.status, errorFields(result), left]).toEqual([422, [field], nothing]);
    }
    const unchanged = await owner.call('PATCH', `/tasks/${old}`, { label: 'loose', title: 'Sent whole' });
    expect([unchanged.status, unchanged.body.label]).toEqual([200, 'loose']);
    expect((await owner.call('PATCH', `/tasks/${other}`, { label: 'Bug' })).status).toBe(200);
    const many = await owner.call('POST', '/tasks/bulk', { ids: [old, other], patch: { label: 'Bug' } });
    expect([many.status, many.body.total]).toEqual([200, 2]);
    expect((await owner.call('PATCH', `/tasks/${old}`, { label: null })).status).toBe(200);
  });

  it('rejects deleted labels, and accepts any in other organizations and after it is turned off', async () => {
    const id = await createLabel('Bug');
    await restrict(true);
    await owner.call('DELETE', `/task-labels/${id}`);
    expect((await task('Bug')).status).toBe(422);
    expect((await task('Bug', await service.newOrganization())).status).toBe(201);
    await restrict(null);
    expect((await task('Bug')).status).toBe(201);
  });
});
