import { type Client, testPassword } from '@wfp/api/testing';
import { made, type Scenarios } from '../scenario.ts';
import type { World } from '../world.ts';

let counter = 0;
const unique = (word: string) => {
  counter += 1;
  return `${word}-${counter}`;
};
const someone = () => ({
  email: `${unique('walker')}@example.test`,
  first_name: 'Wanda',
  last_name: 'Walker',
});

const roleNamed = async (by: Client, code: string): Promise<number> => {
  const { body } = await by.call('GET', '/roles?limit=100');
  return body.data.find((role: { code: string }) => role.code === code).id;
};

async function credentials(by: Client) {
  const me = await by.call('GET', '/users/me');
  return { email: by.user.email, password: testPassword, org_slug: me.body.org_slug };
}

async function grantFor(by: Client): Promise<number> {
  const user_id = await made(by, '/users', someone());
  return made(by, '/grants', { user_id, role_id: await roleNamed(by, 'viewer') });
}

const signupEvents = [
  'organization.post_create',
  'user.post_create',
  ...Array.from({ length: 7 }, () => 'role.post_create'),
  'grant.post_create',
  'auth.login',
];

export const accountScenarios: Scenarios = {
  'GET /health': {},
  'POST /public/signup': {
    arrange: async () => ({
      body: { ...someone(), password: testPassword, org_name: 'Walkers', org_slug: unique('walkers') },
    }),
    events: signupEvents,
  },
  'POST /auth/login': {
    arrange: async (_: World, by) => ({ body: await credentials(by) }),
    events: ['auth.login'],
  },
  'POST /auth/refresh': {
    arrange: async ({ service }, by) => {
      const { body } = await service.call('POST', '/auth/login', await credentials(by));
      return { body: { refresh_token: body.refresh_token } };
    },
    events: ['auth.token_refreshed'],
  },
  'GET /users/me': {},
  'GET /users/me/permissions': {},
  'GET /users': {},
  'GET /users/:id': { arrange: async (_, by) => ({ params: { id: by.user.id } }) },
  'POST /users': {
    arrange: async (_, by) => ({ body: { ...someone(), role_ids: [await roleNamed(by, 'viewer')] } }),
    events: ['user.post_create', 'grant.post_create'],
  },
  'GET /roles': {},
  'GET /roles/:id': { arrange: async (_, by) => ({ params: { id: await roleNamed(by, 'hr') } }) },
  'POST /roles': {
    arrange: async () => ({
      body: {
        code: unique('walker').replace('-', '_'),
        name: 'Walker',
        permissions: [{ permission: 'task:read', scopes: ['own', 'team'] }],
      },
    }),
    events: ['role.post_create'],
  },
  'GET /permissions': {},
  'GET /grants': {},
  'POST /grants': {
    arrange: async (_, by) => ({
      body: { user_id: await made(by, '/users', someone()), role_id: await roleNamed(by, 'viewer') },
    }),
    events: ['grant.post_create'],
  },
  'DELETE /grants/:id': {
    arrange: async (_, by) => ({ params: { id: await grantFor(by) } }),
    events: ['grant.post_archive'],
  },
  'GET /api-keys': {
    arrange: async (_, by) => {
      await made(by, '/api-keys', { name: 'Walker' });
      return {};
    },
  },
  'POST /api-keys': {
    arrange: async () => ({ body: { name: 'Walker', permissions: ['task:read'] } }),
    events: ['api_key.post_create'],
  },
  'DELETE /api-keys/:id': {
    arrange: async (_, by) => ({ params: { id: await made(by, '/api-keys', { name: 'Walker' }) } }),
    events: ['api_key.post_archive'],
  },
};
