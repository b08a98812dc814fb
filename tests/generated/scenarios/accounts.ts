import { type Client, testPassword } from '@wfp/api/testing';
import type { Scenarios } from '../scenario.ts';

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
  'GET /users/me': {},
  'GET /users': {},
  'GET /users/:id': { arrange: async (_, by) => ({ params: { id: by.user.id } }) },
  'POST /users': {
    arrange: async (_, by) => ({ body: { ...someone(), role_ids: [await roleNamed(by, 'viewer')] } }),
    events: ['user.post_create', 'grant.post_create'],
  },
};
