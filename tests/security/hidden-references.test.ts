import type { Endpoint } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointName, endpoints, fillPath, withNames } from '../generated/request.ts';
import { createRecord } from '../generated/scenario.ts';
import { scenarios } from '../generated/scenarios.ts';
import { startWorld, type World } from '../generated/world.ts';
import { findIdFields } from './id-fields.ts';

/** Tests that no id in a body reveals whether a record that the caller cannot read exists. */
let world: World;
let owner: Client;
const callers = new Map<string, Promise<Client>>();
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
});
afterAll(() => world?.stop());

const person = { first_name: 'Hanna', last_name: 'Hidden', hire_date: '2020-01-01' };
let made = 0;
const nextName = () => {
  made += 1;
  return `Hidden ${made}`;
};
const createEmployee = () => createRecord(owner, '/employees', person);

/** Creates a record that the caller cannot read. */
const make = {
  employee: createEmployee,
  team: () => createRecord(owner, '/teams', { name: nextName() }),
  user: async () => (await world.service.newUser(owner, [])).user.id,
  initiative: async () =>
    createRecord(owner, '/initiatives', { name: nextName(), owner_employee_id: await createEmployee() }),
  position: () =>
    createRecord(owner, '/positions', { code: nextName().toLowerCase().replace(' ', '-'), title: 'Hidden' }),
};
type Kind = keyof typeof make;

/** The kind of record to which a field refers; undefined for other kinds. */
function kindOf({ path }: Endpoint, field: string): Kind | undefined {
  if (/employee|manager_id$|^reassign_(tasks|reports)_to$/.test(field)) return 'employee';
  if (/team/.test(field) || (path.startsWith('/teams') && /^(parent_id|into_id|move_to)$/.test(field)))
    return 'team';
  // Callers who may grant roles know all users.
  if (path === '/grants' && field === 'user_id') return undefined;
  if (/user_id$|^assigned_to$/.test(field) || (path.startsWith('/users') && field === 'reassign_to'))
    return 'user';
  if (field === 'initiative_id' || (path.startsWith('/initiatives') && field === 'move_to'))
    return 'initiative';
  return field === 'position_id' ? 'position' : undefined;
}

/** A user with every permission on all rows, except on a kind of record, on which they have only the one needed. */
function callerWithout(kind: Kind, needed: string): Promise<Client> {
  const key = `${kind} ${needed.startsWith(`${kind}:`) ? needed : ''}`;
  const caller = callers.get(key) ?? newCallerWithout(kind, needed);
  callers.set(key, caller);
  return caller;
}

async function newCallerWithout(kind: Kind, needed: string): Promise<Client> {
  const { data } = (await owner.call('GET', '/permissions')).body;
  // Even owners have only their own files, exports and imports.
  const left = new Set(['file', 'export', 'import']);
  const permissions = data
    .filter(
      ({ permission, resource }: any) =>
        !left.has(resource) &&
        (resource !== kind || (permission === needed && !permission.endsWith(':manage'))),
    )
    .map(({ permission }: any) => ({ permission, scopes: ['org'] }));
  const role_id = await createRecord(owner, '/roles', {
    ...{ code: `without_${callers.size}`, name: nextName(), permissions },
  });
  const client = await world.service.newUser(owner, []);
  await createRecord(owner, '/grants', { user_id: client.user.id, role_id });
  return client;
}

const guarded = endpoints.filter((one) => one.can !== 'public' && one.kind !== 'stream');
const fieldsOf = (one: Endpoint) =>
  findIdFields(one.body, 'body').flatMap((field) => {
    const kind = kindOf(one, field.name);
    return kind ? [{ ...field, kind }] : [];
  });
const withFields = guarded.filter((one) => fieldsOf(one).length > 0);
const managed = 'requires the permission to manage such records, which includes reading them';
/** Fields that callers without permission to read such records cannot send, with the reason. */
const unsent: Readonly<Record<string, string>> = {
  'POST /organizations/:id/transfer-ownership user_id': 'only owners may',
  'POST /users/invite employee_id': 'requires employee:update',
  'POST /users/:id/deactivate reassign_to': managed,
  'POST /employees/:id/restore manager_id': managed,
  'POST /employees/:id/terminate reassign_reports_to': managed,
  'POST /employees/:id/terminate reassign_tasks_to': managed,
  'POST /employees/:id/rehire manager_id': managed,
  'POST /teams/:id/merge into_id': managed,
  'PATCH /task-views/:id team_id': 'only for their own views; the same check as on creation',
  'POST /api-keys user_id': managed,
};
const missing = 2_147_483_000;
const rejected: string[] = [];

describe('an id of a hidden record', () => {
  it.each(withNames(withFields))('is rejected like one that does not exist by %s', async (name, one) => {
    for (const { name: field, isList, kind } of fieldsOf(one)) {
      const { params, body } = (await scenarios[name]?.arrange?.(world, owner)) ?? {};
      const send = async (id: number) => {
        const by = await callerWithout(kind, String(one.can));
        const response = await by.call(one.method.toUpperCase(), fillPath(one.path, params), {
          ...(body as object),
          [field]: isList ? [id] : id,
        });
        if (response.body?.details?.fieldErrors?.[field]) rejected.push(`${name} ${field}`);
        return { status: response.status, body: JSON.stringify(response.body).replaceAll(String(id), '#') };
      };
      const none = await send(missing);
      expect([field, await send(await make[kind]())]).toEqual([field, none]);
    }
  });

  it.each([
    ['team_id', 'team'],
    ['manager_id', 'employee'],
    ['position_id', 'position'],
  ] as const)(
    'is rejected like one that does not exist as %s of a change of an employee',
    async (field, kind) => {
      const path = `/employees/${await createEmployee()}/changes`;
      const send = async (id: number) => {
        const body = { kind: 'transfer', effective_date: '2090-01-01', set: { [field]: id } };
        const response = await (await callerWithout(kind, '')).call('POST', path, body);
        return { status: response.status, body: response.body };
      };
      const none = await send(missing);
      expect(await send(await make[kind]())).toEqual(none);
    },
  );

  it('was sent in requests that were otherwise valid', () => {
    const fields = new Set(rejected);
    const all = withFields.flatMap((one) => fieldsOf(one).map(({ name }) => `${endpointName(one)} ${name}`));
    expect(new Set(all.filter((one) => !fields.has(one)))).toEqual(new Set(Object.keys(unsent)));
  });
});
