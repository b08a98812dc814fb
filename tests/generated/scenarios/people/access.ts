import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

let counter = 0;
const unique = () => {
  counter += 1;
  return counter;
};

const permissions = [{ permission: 'task:read', scopes: ['own', 'team'] }];
const createRole = (by: Client) =>
  createRecord(by, '/roles', { code: `keeper_${unique()}`, name: 'Keeper', permissions });
const createUser = (by: Client) =>
  createRecord(by, '/users', {
    email: `keeper-${unique()}@example.test`,
    first_name: 'Kay',
    last_name: 'Keeper',
  });

const findBuiltinRole = async (by: Client, code: string): Promise<number> => {
  const { body } = await by.call('GET', '/roles?limit=100&is_builtin=true');
  return body.data.find((role: { code: string }) => role.code === code).id;
};

const createGrant = async (by: Client) =>
  createRecord(by, '/grants', {
    user_id: await createUser(by),
    role_id: await findBuiltinRole(by, 'viewer'),
  });

async function createDeletedRole(by: Client): Promise<number> {
  const id = await createRole(by);
  await by.call('DELETE', `/roles/${id}`);
  return id;
}

export const accessScenarios: Scenarios = {
  'GET /roles': {},
  'GET /roles/:id': { arrange: async (_, by) => ({ params: { id: await findBuiltinRole(by, 'hr') } }) },
  'POST /roles': {
    arrange: async () => ({ body: { code: `keeper_${unique()}`, name: 'Keeper', permissions } }),
    events: ['role.post_create'],
  },
  'POST /roles/:id/clone': {
    arrange: async (_, by) => ({
      params: { id: await findBuiltinRole(by, 'owner') },
      body: { code: `keeper_${unique()}`, name: 'Keeper' },
    }),
    events: ['role.post_create'],
  },
  'PATCH /roles/:id': {
    arrange: async (_, by) => ({ params: { id: await createRole(by) }, body: { name: 'Keeper of keys' } }),
    events: ['role.post_update'],
  },
  'PUT /roles/:id/permissions': {
    arrange: async (_, by) => ({
      params: { id: await createRole(by) },
      body: { permissions: [{ permission: 'task:update', scopes: ['own'] }] },
    }),
    events: ['role.permissions_changed'],
  },
  'DELETE /roles/:id': {
    arrange: async (_, by) => {
      const id = await createRole(by);
      await createRecord(by, '/grants', { user_id: await createUser(by), role_id: id });
      return { params: { id }, query: { reassign_to: await findBuiltinRole(by, 'viewer') } };
    },
    events: ['grant.post_archive', 'grant.post_create', 'role.post_archive'],
  },
  'POST /roles/:id/restore': {
    arrange: async (_, by) => ({ params: { id: await createDeletedRole(by) } }),
    events: ['role.post_update'],
  },
  'GET /grants': {},
  'GET /grants/:id': { arrange: async (_, by) => ({ params: { id: await createGrant(by) } }) },
  'POST /grants': {
    arrange: async (_, by) => ({
      body: { user_id: await createUser(by), role_id: await findBuiltinRole(by, 'viewer') },
    }),
    events: ['grant.post_create'],
  },
  'DELETE /grants/:id': {
    arrange: async (_, by) => ({ params: { id: await createGrant(by) } }),
    events: ['grant.post_archive'],
  },
  'GET /permissions': {},
  'GET /permissions/explain': {
    arrange: async (_, by) => ({
      query: { user_id: by.user.id, permission: 'role:read', record_id: await createRole(by) },
    }),
  },
  'GET /rights': {},
  'GET /resources': {},
  'GET /resources/:code': { arrange: async () => ({ params: { code: 'task' } }), sameForAll: true },
  'GET /users/me/permissions': {},
  'GET /users/:id/permissions': { arrange: async (_, by) => ({ params: { id: by.user.id } }) },
};
