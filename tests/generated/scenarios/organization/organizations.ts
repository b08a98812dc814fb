import { type Client, testPassword } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';
import type { World } from '../../world.ts';

let counter = 0;
const unique = (word: string) => {
  counter += 1;
  return `${word}-${counter}`;
};

const own = (by: Client) => ({ id: by.user.org_id });
const address = { kind: 'billing', line1: 'Main Street 1', city: 'Vienna', country: 'AT' };
const contact = { kind: 'support', name: 'Help desk', email: 'desk@example.test' };
const link = { platform: 'Mastodon', url: 'https://social.example.test/@us' };

/** Scenarios of one kind of directory entries. */
function directory(path: string, noun: string, body: object, patch: object): Scenarios {
  const all = `/organizations/:organizationId/${path}`;
  const inOwn = (by: Client) => ({ organizationId: by.user.org_id });
  const one = async (by: Client) => ({
    ...inOwn(by),
    id: await createRecord(by, `/organizations/current/${path}`, body),
  });
  return {
    [`GET ${all}`]: {
      arrange: async (_, by) => {
        await one(by);
        return { params: inOwn(by) };
      },
    },
    [`GET ${all}/:id`]: { arrange: async (_, by) => ({ params: await one(by) }) },
    [`POST ${all}`]: {
      arrange: async (_, by) => ({ params: inOwn(by), body }),
      events: [`organization.${noun}.created`],
    },
    [`PATCH ${all}/:id`]: {
      arrange: async (_, by) => ({ params: await one(by), body: patch }),
      events: [`organization.${noun}.updated`],
    },
    [`DELETE ${all}/:id`]: {
      arrange: async (_, by) => ({ params: await one(by) }),
      events: [`organization.${noun}.deleted`],
    },
    [`POST ${all}/:id/restore`]: {
      arrange: async (_, by) => {
        const params = await one(by);
        await by.call('DELETE', `/organizations/current/${path}/${params.id}`);
        return { params };
      },
      events: [`organization.${noun}.restored`],
    },
  };
}

const findVerificationToken = async ({ service }: World, by: Client): Promise<string> => {
  const mails = await service.mails(by.user.email);
  const mail = mails.findLast((one) => one.kind === 'verify_email');
  return mail?.text.match(/[\w-]{43}/)?.[0] ?? '';
};

const signupEvents = [
  'organization.post_create',
  'user.post_create',
  'user_identity.post_create',
  ...Array.from({ length: 7 }, () => 'role.post_create'),
  'grant.post_create',
  'employee.post_create',
  'employee.hired',
  ...Array.from({ length: 6 }, () => 'enum.post_create'),
  ...Array.from({ length: 38 }, () => 'enum.value.created'),
  ...Array.from({ length: 2 }, () => 'prompt_template.post_create'),
  'auth.login',
];

export const organizationScenarios: Scenarios = {
  'POST /public/signup': {
    arrange: async () => ({
      body: {
        email: `${unique('founder')}@example.test`,
        first_name: 'Fanny',
        last_name: 'Founder',
        password: testPassword,
        org_name: 'Walkers',
        org_slug: unique('walkers'),
      },
    }),
    events: signupEvents,
    auditEntries: signupEvents.length - 1,
  },
  'GET /public/org-slugs/:slug': { arrange: async () => ({ params: { slug: 'anything' } }) },
  'POST /public/signup/verify': {
    arrange: async (world) => ({
      body: {
        token: await findVerificationToken(world, await world.service.newOrganization(undefined, false)),
      },
    }),
    events: ['user.post_update', 'organization.verified'],
  },
  'POST /public/signup/resend': {
    arrange: async (_, by) => ({ body: { email: by.user.email, org_slug: 'whichever' } }),
    writesAfterResponse: true,
  },
  'GET /organizations/:id': { arrange: async (_, by) => ({ params: own(by) }) },
  'PATCH /organizations/:id': {
    arrange: async (_, by) => ({ params: own(by), body: { legal_name: 'Walkers Ltd', country: undefined } }),
    events: ['organization.post_update'],
  },
  'GET /organizations/:id/settings': { arrange: async (_, by) => ({ params: own(by) }) },
  'PATCH /organizations/:id/settings': {
    arrange: async (_, by) => ({ params: own(by), body: { localization: { week_start: 'sunday' } } }),
    events: ['organization.setting_changed'],
  },
  'POST /organizations/:id/transfer-ownership': {
    arrange: async ({ service }) => {
      const by = await service.newOrganization();
      const newOwner = await service.newUser(by, ['employee']);
      return { by, params: own(by), body: { user_id: newOwner.user.id, password: testPassword } };
    },
    events: [
      'grant.post_create',
      'grant.post_create',
      'grant.post_archive',
      'organization.ownership_transferred',
    ],
  },
  'POST /organizations/:id/close': {
    arrange: async ({ service }) => {
      const by = await service.newOrganization();
      const { body } = await by.call('GET', '/organizations/current');
      return { by, params: own(by), body: { password: testPassword, confirm: body.slug } };
    },
    events: ['organization.closing'],
  },
  'POST /organizations/:id/reopen': {
    arrange: async ({ service }) => {
      const by = await service.newOrganization();
      const { body } = await by.call('GET', '/organizations/current');
      await by.call('POST', '/organizations/current/close', { password: testPassword, confirm: body.slug });
      return { by, params: own(by) };
    },
    events: ['organization.reopened'],
  },
  'POST /organizations/:id/request-verification': {
    arrange: async ({ service }) => {
      const by = await service.newOrganization(undefined, false);
      return { by, params: own(by) };
    },
    events: ['user.verification_requested'],
  },
  ...directory('addresses', 'address', address, { city: 'Graz' }),
  ...directory('contacts', 'contact', contact, { name: 'Second help desk' }),
  ...directory('social-links', 'social_link', link, { position: 7 }),
};
