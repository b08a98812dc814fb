import { testPassword } from '@wfp/api/testing';
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
};
