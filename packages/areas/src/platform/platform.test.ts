import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

const get = (path: string, by = owner, headers: Record<string, string> = {}) =>
  by.call('GET', `/platform/${path}`, undefined, headers);
const fieldOf = async (code: string, name: string) =>
  (await get(`resources/${code}`)).body.fields.find((one: { name: string }) => one.name === name);
const codesOf = async (by: Client) =>
  (await get('resources', by)).body.data.map((one: { code: string }) => one.code);

describe('resource metadata', () => {
  it('contains path, rights, scopes, events and fields', async () => {
    const { body } = await get('resources/task');
    expect(body).toMatchObject({
      code: 'task',
      label: 'Tasks',
      path: '/tasks',
      scopes: ['own', 'reports', 'team', 'org'],
    });
    expect(body.hooks).toEqual(['task.pre_archive', 'task.pre_create', 'task.pre_export', 'task.pre_update']);
    expect(body.rights).toEqual(expect.arrayContaining(['read', 'create', 'update', 'archive']));
    expect(body.events).toEqual(expect.arrayContaining(['task.post_create', 'task.completed']));
    expect(await fieldOf('task', 'title')).toMatchObject({
      type: 'string',
      nullable: false,
      required: true,
      readable: true,
      writable: true,
      filterable: false,
      sensitive: false,
    });
    expect(await fieldOf('task', 'status')).toMatchObject({
      type: 'enum',
      filterable: true,
      vocabulary: 'status',
    });
    expect((await fieldOf('task', 'status')).enum).toContain('in_progress');
    expect(await fieldOf('task', 'category_code')).toMatchObject({
      type: 'string',
      vocabulary: 'task_category',
    });
    expect(await fieldOf('task', 'due_at')).toMatchObject({ type: 'timestamp', nullable: true });
    expect(await fieldOf('task', 'position')).toMatchObject({ readable: true, writable: false });
  });

  it.each([
    ['task', 'assigned_employee_id', 'employee'],
    ['task', 'assigned_to', 'user'],
    ['task', 'parent_task_id', 'task'],
    ['task', 'created_by', 'user'],
    ['team', 'parent_id', 'team'],
    ['employee', 'manager_id', 'employee'],
    ['grant', 'role_id', 'role'],
    ['task', 'org_id', undefined],
  ])('%s: %s refers to %s', async (code, field, ref) => {
    expect((await fieldOf(code, field)).ref).toBe(ref);
  });

  it('marks sensitive and write-only fields', async () => {
    expect(await fieldOf('user', 'password')).toMatchObject({
      sensitive: true,
      readable: false,
      writable: true,
    });
    expect(await fieldOf('user', 'email')).toMatchObject({ required: true, readable: true });
  });

  it('is 404 for a resource that is not declared', async () => {
    for (const code of ['nothing', 'Task', '1', 'constructor'])
      expect((await get(`resources/${code}`)).status).toBe(404);
  });
});

describe('the schema of a resource', () => {
  it('is draft 2020-12 with hints for forms', async () => {
    const { body } = await get('resources/task/schema?for=create');
    expect(body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['title'],
      additionalProperties: false,
    });
    expect(body.properties.title).toMatchObject({
      maxLength: 500,
      'x-ui': { widget: 'text', order: 0, section: 'general' },
    });
    expect(body.properties.description['x-ui'].widget).toBe('textarea');
    expect(body.properties.parent_task_id).toMatchObject({
      'x-ref': 'task',
      'x-ui': { widget: 'reference' },
    });
    expect(body.properties.category_code).toMatchObject({ 'x-enum': 'task_category' });
    expect((await get('resources/task/schema?for=update')).body.required).toBeUndefined();
    expect((await get('resources/task/schema?for=filter')).body.properties).toHaveProperty('assigned_to_me');
  });

  it('has hints for nested objects, also in lists', async () => {
    const { body: change } = await get('resources/employee/schema?for=create&part=changes');
    expect(change.properties.set.properties.position_id).toMatchObject({
      'x-ref': 'position',
      'x-ui': { widget: 'reference', order: 0 },
    });
    const { body: days } = await get('resources/work_schedule/schema?for=create');
    expect(days.properties.days.items.properties.am_minutes['x-ui']).toMatchObject({
      widget: 'number',
      order: 1,
    });
  });

  it('is selected by its purpose', async () => {
    for (const query of ['', '?for=delete', '?for=']) {
      const { status, body } = await get(`resources/task/schema${query}`);
      expect([query, status, Object.keys(body.details.fieldErrors)]).toEqual([query, 422, ['for']]);
    }
    expect((await get('resources/audit_log/schema?for=create')).status).toBe(404);
  });

  it('is 404 for a resource that the caller may not read', async () => {
    const all = await get('resources/webhook_endpoint/schema?for=create');
    const none = await get('resources/webhook_endpoint/schema?for=create', employee);
    expect([all.status, none.status, none.body]).toEqual([200, 404, { error: 'Resource not found' }]);
    expect((await get('resources/webhook_endpoint', employee)).status).toBe(404);
  });
});

describe('actions and parts', () => {
  const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name).toSorted();

  it('are the further operations on a record or a list, and what is below a record', async () => {
    const { body } = await get('resources/announcement');
    expect([body.key, body.singleton]).toEqual(['id', false]);
    expect(body.actions).toContainEqual({
      ...{ name: 'publish', summary: 'Publish or schedule an announcement', method: 'post' },
      ...{ path: '/announcements/:id/publish', applies_to: 'record', has_body: true, secret_fields: [] },
      when: [{ status: ['draft', 'scheduled', 'expired'] }],
    });
    expect(body.when).toEqual({ update: [{ status: ['draft', 'scheduled', 'published'] }] });
    expect(namesOf(body.actions)).toEqual(['acknowledge', 'publish', 'read', 'restore', 'unpublish']);
    expect(namesOf(body.parts)).toEqual(['comments', 'receipts']);
    const [comments] = body.parts;
    expect(comments).toMatchObject({ path: '/announcements/:announcementId/comments', key: 'id' });
    expect(namesOf(comments.actions)).toEqual(['restore']);
    const { body: task } = await get('resources/task');
    const ofTask = task.parts.find(({ name }: { name: string }) => name === 'comments');
    const refs = Object.fromEntries(
      ofTask.fields.map((one: { name: string; ref?: string }) => [one.name, one.ref]),
    );
    expect(refs).toMatchObject({ task_id: 'task', parent_id: undefined, author_user_id: 'user' });
    expect(namesOf(comments.fields)).toEqual(expect.arrayContaining(['body', 'created_by']));
  });

  it('include single records, actions on lists and secrets of responses', async () => {
    const { body: organization } = await get('resources/organization');
    expect(organization).toMatchObject({ path: '/organizations/:id', key: null, singleton: true });
    expect(namesOf(organization.parts)).toEqual(['addresses', 'contacts', 'settings', 'social-links']);
    const { body: users } = await get('resources/user');
    expect(users.actions).toContainEqual(expect.objectContaining({ name: 'invite', applies_to: 'list' }));
    const { body: webhooks } = await get('resources/webhook_endpoint');
    const rotate = webhooks.actions.find(({ name }: { name: string }) => name === 'rotate-secret');
    expect([webhooks.secret_fields, rotate.secret_fields]).toEqual([['secret'], ['secret']]);
  });

  it('tell whether records have names', async () => {
    const { body } = await get('resources');
    for (const { code, has_names } of body.data) {
      const { status } = await owner.call('GET', `/names?${code}=1`);
      expect([code, status]).toEqual([code, has_names ? 200 : 422]);
    }
  });

  it('are limited to those that the caller may use', async () => {
    const { body } = await get('resources/announcement', employee);
    expect(namesOf(body.actions)).toEqual(['acknowledge', 'read']);
    expect(namesOf(body.parts)).toEqual(['comments']);
    const schema = 'resources/announcement/schema?for=action&action=publish';
    expect([(await get(schema)).status, (await get(schema, employee)).status]).toEqual([200, 404]);
  });

  it('have schemas for their requests', async () => {
    const { body: action } = await get('resources/category/schema?for=action&action=merge');
    expect(action.properties.into_id['x-ref']).toBe('category');
    const { body: part } = await get('resources/task/schema?for=create&part=comments');
    expect(part.required).toEqual(['body']);
    for (const query of ['for=create&part=none', 'for=action&action=none', 'for=update&part=receipts'])
      expect((await get(`resources/announcement/schema?${query}`)).status).toBe(404);
    for (const query of ['for=action', 'for=create&action=publish', 'for=action&action=No']) {
      const { status, body } = await get(`resources/announcement/schema?${query}`);
      expect([query, status, Object.keys(body.details.fieldErrors)]).toEqual([query, 422, ['action']]);
    }
  });

  it('have names that are unique within a resource', async () => {
    const { body } = await get('resources');
    for (const { code, actions, parts } of body.data) {
      const names = namesOf([...actions, ...parts]);
      expect([code, names]).toEqual([code, [...new Set(names)]]);
    }
  });
});

describe('visible metadata', () => {
  it('is limited to resources that the caller may read', async () => {
    expect(await codesOf(owner)).toContain('audit_log');
    const codes = await codesOf(employee);
    expect(codes).toContain('task');
    expect(codes).not.toContain('audit_log');
    expect(codes).not.toContain('webhook_endpoint');
    const { body } = await get('metadata', employee);
    expect(body.resources.map((one: { code: string }) => one.code)).toEqual(codes);
    const codesShown = [
      ...body.events.map((one: { resource: string }) => one.resource),
      ...body.permissions.map((one: { resource: string }) => one.resource),
    ];
    expect(codesShown.filter((code) => !codes.includes(code))).toEqual([]);
    expect((await get('resources/task', employee)).body.rights).not.toContain('manage');
  });

  it('changes with a role, including its ETag, on every pod', async () => {
    const person = await service.newUser(owner, ['employee']);
    const pod = createTestClient(await service.startPod(), { access_token: person.token, user: person.user });
    const first = await get('metadata', person);
    const tag = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect([(await get('metadata', person, tag)).status, (await get('metadata', pod, tag)).status]).toEqual([
      304, 304,
    ]);
    const roles = (await owner.call('GET', '/roles?limit=100')).body.data;
    const role_id = roles.find((one: { code: string }) => one.code === 'auditor').id;
    const grant = await owner.call('POST', '/grants', { user_id: person.user.id, role_id });
    for (const by of [person, pod]) {
      const wider = await get('metadata', by, tag);
      expect(wider.status).toBe(200);
      expect(wider.body.resources.map((one: { code: string }) => one.code)).toContain('audit_log');
    }
    await owner.call('DELETE', `/grants/${grant.body.id}`);
    expect((await get('metadata', person, tag)).status).toBe(304);
  });

  it('is limited to the permissions of an API key', async () => {
    const created = await owner.call('POST', '/api-keys', { name: 'Narrow', permissions: ['task:read'] });
    const key = createTestClient(service.url, { access_token: created.body.key, user: owner.user });
    expect(await codesOf(key)).toEqual(['task']);
    expect((await get('resources/task', key)).body.rights).toEqual(['read']);
  });
});

it('lists event types that only workers write', async () => {
  const { data } = (await get('events')).body;
  const written = [
    ['api_key.expired', 'api_key'],
    ['api_key.expiring', 'api_key'],
    ['audit_log.sealed', 'audit_log'],
    ['enum.value.replaced', 'enum'],
    ['grant.expired', 'grant'],
    ['organization.closed', 'organization'],
    ['webhook_endpoint.disabled', 'webhook_endpoint'],
  ];
  expect(data).toEqual(expect.arrayContaining(written.map(([type, resource]) => ({ type, resource }))));
});

it('lists settings with their schemas, for callers who may read them', async () => {
  const { body } = await get('settings', employee);
  expect(body.data).toContainEqual({
    section: 'security',
    key: 'require_mfa',
    description: expect.any(String),
    schema: expect.objectContaining({ enum: ['none', 'privileged', 'all'] }),
    default: 'none',
  });
  expect((await get('settings', await service.newUser(owner, []))).body).toEqual({
    data: [],
    total: 0,
    total_is_exact: true,
    next: null,
  });
});

it.each([
  ['time-zones', 400, 'Europe/Berlin'],
  ['time-zones', 400, 'UTC'],
  ['currencies', 150, { code: 'EUR', name: 'Euro' }],
  ['countries', 249, { code: 'DE', name: 'Germany' }],
  ['languages', 150, { code: 'pt', name: 'Portuguese' }],
  ['operators', 17, { code: 'is_set', label: 'has a value', value: 'none' }],
])('lists %s', async (path, most, one) => {
  const { body } = await get(path, employee);
  expect(body.total).toBe(body.data.length);
  expect(body.total).toBeGreaterThanOrEqual(most);
  expect(body.data).toContainEqual(typeof one === 'string' ? one : expect.objectContaining(one));
});
