import { type Endpoint, successOf } from '@wfp/shared';
import type { Client, TestResponse } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { endpointName, endpoints, fillPath } from '../generated/request.ts';
import { createRecord } from '../generated/scenario.ts';
import { startWorld, type World } from '../generated/world.ts';

/** Tests that no filter of a list reveals anything about a record that the caller cannot read. */
let world: World;
let owner: Client;
let secretTeam: number;
let member: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
  member = await world.service.newUser(owner, ['hr']);
  secretTeam = await createRecord(owner, '/teams', { name: 'Secret' });
  const hire = { first_name: 'Hanna', last_name: 'Hidden', hire_date: '2024-01-01' };
  await createRecord(owner, '/employees', { ...hire, user_id: member.user.id, team_id: secretTeam });
});
afterAll(() => world?.stop());

type Shape = Record<string, z.ZodType>;
const shapeOf = (schema: z.ZodType | undefined): Shape =>
  (schema as { shape?: Shape } | undefined)?.shape ?? {};

/** The fields of the rows of a list; undefined if the response is not a list of rows. */
function rowFields(one: Endpoint): string[] | undefined {
  const { shape } = successOf(one);
  const data = shape ? (shapeOf(shape).data as { element?: z.ZodType } | undefined) : undefined;
  return data?.element && Object.keys(shapeOf(data.element));
}

/** Parameters that select a page, or rows by their own texts. */
const general = ['limit', 'offset', 'after', 'page', 'total', 'ids', 'include', 'sort', 'q', 'deleted'];

/** Filters that are not a field of the rows, with the reason why they reveal nothing else about them. */
const reviewed: Record<string, string> = {
  'GET /users role': 'tested below',
  'GET /users team_id': 'tested below',
  'GET /prompt-runs template': 'template_code is a field; unknown and hidden codes are tested below',
  'GET /employees/org-chart root_id': 'tested below',
  as_of: 'requires employee_change:read on the row',
  depth: 'a limit',
  open: 'is the parent_id of the rows',
  live: 'compares starts_at and ends_at',
  hired: 'is hire_date',
  active_on: 'compares joined_on and left_on',
  left: 'compares left_on',
  tag: 'is one of tags',
  assigned_to_me: 'the assignee is a field; the caller knows their own teams',
  unassigned: 'compares the assignee',
  due_before: 'compares due_at',
  due_after: 'compares due_at',
  overdue: 'compares due_at',
  updated_after: 'compares updated_at',
  event_type: 'is one of event_types',
  from: 'compares the time of the row',
  to: 'compares the time of the row',
  status: 'compares revoked_at and expires_at of an API key',
  archived: 'compares archived_at',
  for_me: 'compares status and expiry, and whether the caller is in the audience, as their own data tell',
  unread: 'compares the receipt of the caller',
  unacknowledged: 'compares the receipt of the caller',
  'GET /announcements/:id/receipts state': 'compares read_at and acknowledged_at',
  'GET /navigation hidden': 'the caller has hidden these entries',
};

/** The filters of a list that are neither fields of its rows nor ranges of them. */
function otherFilters(one: Endpoint, fields: readonly string[]): string[] {
  return Object.keys(shapeOf(one.query))
    .filter((name) => !general.includes(name) && !fields.includes(name))
    .map((name) => name.replace(/_(from|to|is_null)$/, ''))
    .filter((name) => !fields.includes(name) && !fields.includes(`${name}_at`));
}

describe('every filter of a list', () => {
  const lists = endpoints.filter((one) => one.method === 'get' && one.query && rowFields(one));

  it('is a field of its rows, or has been reviewed', () => {
    expect(lists.length).toBeGreaterThan(40);
    const found = lists.flatMap((one) =>
      otherFilters(one, rowFields(one) ?? []).map((name) => ({ name, full: `${endpointName(one)} ${name}` })),
    );
    expect(found.filter(({ name, full }) => !(name in reviewed) && !(full in reviewed))).toEqual([]);
    const used = new Set(found.flatMap(({ name, full }) => [name, full]));
    expect(Object.keys(reviewed).filter((name) => !used.has(name))).toEqual([]);
  });

  it('of the board and of exports is one of the list', () => {
    const queryOf = (path: string) =>
      Object.keys(shapeOf(endpoints.find((one) => one.method === 'get' && one.path === path)?.query));
    const exports = endpoints.filter(({ path }) => path.endsWith('/export') && !path.includes(':'));
    const filters = exports.map(({ path, body }) => {
      const { filter } = shapeOf(body);
      const unwrapped = (filter as { unwrap?: () => z.ZodType } | undefined)?.unwrap?.() ?? filter;
      return { path: path.replace('/export', ''), names: Object.keys(shapeOf(unwrapped)) };
    });
    const board = queryOf('/tasks/board').filter((name) => name !== 'per_column');
    for (const { path, names } of [...filters, { path: '/tasks', names: board }]) {
      expect([path, names.length > 0]).toEqual([path, true]);
      expect(queryOf(path)).toEqual(expect.arrayContaining(names));
    }
  });
});

let roles = 0;
/** A user with only these permissions, on all rows or in the scopes after `@`. */
async function userWith(...permissions: string[]): Promise<Client> {
  roles += 1;
  const code = `only_${roles}`;
  const list = permissions.map((one) => {
    const [permission, scopes = 'org'] = one.split('@');
    return { permission, scopes: scopes.split(',') };
  });
  const role_id = await createRecord(owner, '/roles', { code, name: code, permissions: list });
  const user = await world.service.newUser(owner, []);
  await createRecord(owner, '/grants', { user_id: user.user.id, role_id });
  return user;
}

const missing = 2_000_000;
const statusAndBody = ({ status, body }: TestResponse) => ({ status, body });
const read = async (by: Client, path: string) => statusAndBody(await by.call('GET', path));
const idsIn = async (by: Client, path: string): Promise<number[]> =>
  (await by.call('GET', path)).body.data.map((row: { id: number }) => row.id);

describe('a filter by a name', () => {
  /** A value of each kind that is the name of a record. */
  const existing: Record<string, string> = { role: 'owner', prompt_template: 'triage-task' };
  const named = endpoints.flatMap((one) =>
    Object.entries({ ...shapeOf(one.query) }).flatMap(([field, schema]) => {
      const inner = (schema as { unwrap?: () => z.ZodType }).unwrap?.() ?? schema;
      const kind = (inner.meta()?.['x-values'] ?? schema.meta()?.['x-values']) as string | undefined;
      return kind !== undefined && kind !== 'event_type' ? [{ one, field, kind }] : [];
    }),
  );

  it('answers the same for a hidden record as for a missing one', async () => {
    expect(named.map(({ kind }) => kind).sort()).toEqual(['prompt_template', 'role']);
    for (const { one, field, kind } of named) {
      const by = await userWith(one.can);
      const path = fillPath(one.path);
      const hidden = await read(by, `${path}?${field}=${existing[kind]}`);
      expect(hidden).toEqual(await read(by, `${path}?${field}=no-such-name`));
      expect([hidden.status, hidden.body.data]).toEqual([200, []]);
      // Callers who may read all records get an error for an unknown name.
      const statuses = [existing[kind], 'no-such-name'].map(
        async (name) => (await owner.call('GET', `${path}?${field}=${name}`)).status,
      );
      expect(await Promise.all(statuses)).toEqual([200, 422]);
    }
  });
});

describe('users by role', () => {
  it('are only those whose grants the caller may read', async () => {
    const employee = await world.service.newUser(owner, ['employee']);
    expect(await idsIn(employee, '/users?role=employee')).toEqual([employee.user.id]);
    expect(await idsIn(employee, '/users?role=hr')).toEqual([]);
    expect(await read(employee, '/users?role=hr')).toEqual(await read(employee, '/users?role=nosuch'));
    const auditor = await userWith('user:read', 'grant:read');
    expect(await idsIn(auditor, '/users?role=hr')).toEqual([member.user.id]);
    expect(await read(auditor, '/users?role=viewer')).toEqual(await read(auditor, '/users?role=nosuch'));
  });

  it('can be exported only if the caller may read the grants', async () => {
    const by = await userWith('user:read', 'user:export');
    const requestExport = (role: string) => by.call('POST', '/users/export', { filter: { role } });
    const [hidden, unknown] = [await requestExport('owner'), await requestExport('nosuch')];
    expect([hidden.status, unknown.status]).toEqual([202, 202]);
  });
});

describe('users by team', () => {
  it('are only those whose employee and team the caller may read', async () => {
    const path = `/users?team_id=${secretTeam}`;
    for (const permissions of [[], ['employee:read'], ['team:read'], ['team:read', 'employee:read@own']]) {
      const by = await userWith('user:read', ...permissions);
      const hidden = await read(by, path);
      expect(hidden).toEqual(await read(by, `/users?team_id=${missing}`));
      expect(hidden).toMatchObject({ status: 200, body: { data: [], total: 0 } });
    }
    const by = await userWith('user:read', 'team:read', 'employee:read');
    expect(await idsIn(by, path)).toEqual([member.user.id]);
    const own = await world.service.newUser(owner, []);
    const team_id = await createRecord(owner, '/teams', { name: 'Own' });
    const hire = { first_name: 'O', last_name: 'Own', hire_date: '2024-01-01' };
    await createRecord(owner, '/employees', { ...hire, user_id: own.user.id, team_id });
    await createRecord(owner, '/employees', { ...hire, user_id: by.user.id, team_id });
    const role_id = await createRecord(owner, '/roles', {
      ...{ code: 'users_only', name: 'Users only' },
      permissions: [{ permission: 'user:read', scopes: ['org'] }],
    });
    await createRecord(owner, '/grants', { user_id: own.user.id, role_id });
    expect(await idsIn(own, `/users?team_id=${team_id}`)).toEqual([own.user.id]);
  });
});

describe('a record that the caller cannot read', () => {
  it('is explained like a missing one', async () => {
    const secret = await createRecord(owner, '/tasks', { title: 'Secret' });
    const by = await userWith('grant:read', 'task:read@own');
    const explain = (id: number, user: Client) =>
      read(by, `/permissions/explain?user_id=${user.user.id}&permission=task:read&record_id=${id}`);
    for (const user of [owner, member, by])
      expect(await explain(secret, user)).toEqual(await explain(missing, user));
    const mine = await createRecord(owner, '/tasks', { title: 'Mine', assigned_to: by.user.id });
    expect((await explain(mine, owner)).body.allowed).toBe(true);
  });

  it('is not the root of an org chart', async () => {
    const { body } = await owner.call('GET', `/employees?q=Hidden`);
    const by = await userWith('employee:read@own');
    const chart = (id: number) => read(by, `/employees/org-chart?root_id=${id}`);
    expect(await chart(body.data[0].id)).toEqual(await chart(missing));
  });
});
