import { type Client, testPassword } from '@wfp/testing';
import { createRecord, type PreparedRequest, type Scenarios } from '../../scenario.ts';
import type { World } from '../../world.ts';

let counter = 0;
const address = () => {
  counter += 1;
  return `member-${counter}@example.test`;
};
const newPerson = () => ({ email: address(), first_name: 'Mia', last_name: 'Member' });
const createUser = (by: Client) => createRecord(by, '/users', { ...newPerson(), password: testPassword });

/** Verified organizations have no limit on invitations. */
const verify = ({ database }: World, by: Client) =>
  database.query(`update organizations set status = 'active', verified_at = now() where id = $1`, [
    by.user.org_id,
  ]);

async function inviteUser(world: World, by: Client): Promise<number> {
  await verify(world, by);
  return createRecord(by, '/users/invite', { email: address() });
}

/** Creates a user with one session. */
async function createSignedInUser({ service }: World, by: Client): Promise<number> {
  const email = address();
  const id = await createRecord(by, '/users', { ...newPerson(), email, password: testPassword });
  const { org_slug } = (await by.call('GET', '/users/me')).body;
  await service.call('POST', '/auth/login', { email, password: testPassword, org_slug });
  return id;
}

async function createDeactivatedUser(by: Client): Promise<{ id: number; email: string }> {
  const id = await createUser(by);
  return (await by.call('POST', `/users/${id}/deactivate`, {})).body;
}

async function createDeletedUser(by: Client): Promise<number> {
  const id = await createUser(by);
  await by.call('DELETE', `/users/${id}`);
  return id;
}

const arrangeUser = async (_: World, by: Client): Promise<PreparedRequest> => ({
  params: { id: await createUser(by) },
});

export const userScenarios: Scenarios = {
  'GET /users/me': {},
  'PATCH /users/me': {
    arrange: async () => ({ body: { display_name: 'Wa', time_zone: 'Europe/Berlin' } }),
    events: ['user.post_update'],
  },
  'GET /users': {},
  'GET /users/:id': { arrange: async (_, by) => ({ params: { id: by.user.id } }) },
  'POST /users': {
    arrange: async () => ({ body: { ...newPerson(), password: testPassword } }),
    events: ['user.post_create', 'user_identity.post_create', 'grant.post_create'],
  },
  'POST /users/invite': {
    arrange: async (world, by) => {
      await verify(world, by);
      const hire = { first_name: 'Mia', last_name: 'Member', hire_date: '2025-01-01' };
      return {
        body: { email: address(), employee_id: await createRecord(by, '/employees', hire), role_ids: [] },
      };
    },
    events: ['user.post_create', 'user.invited', 'employee.post_update'],
    auditEntries: 2,
  },
  'PATCH /users/:id': {
    arrange: async (_, by) => ({ params: { id: await createUser(by) }, body: { last_name: 'Married' } }),
    events: ['user.post_update'],
  },
  'DELETE /users/:id': {
    arrange: async (world, by) => ({ params: { id: await createSignedInUser(world, by) } }),
    events: ['user.post_archive', 'auth.logout'],
  },
  'POST /users/:id/restore': {
    arrange: async (_, by) => ({ params: { id: await createDeletedUser(by) } }),
    events: ['user.post_update'],
  },
  'POST /users/:id/resend-invite': {
    arrange: async (world, by) => ({ params: { id: await inviteUser(world, by) } }),
    events: ['user.invited'],
  },
  'POST /users/:id/deactivate': {
    arrange: async (world, by) => {
      const id = await createSignedInUser(world, by);
      await createRecord(by, '/tasks', { title: 'To hand over', assigned_to: id });
      return { params: { id }, body: { reassign_to: by.user.id } };
    },
    events: ['user.post_update', 'user.deactivated', 'auth.logout', 'task.post_update'],
    auditEntries: 3,
  },
  'POST /users/:id/reactivate': {
    arrange: async (_, by) => ({ params: { id: (await createDeactivatedUser(by)).id } }),
    events: ['user.post_update', 'user.activated'],
    auditEntries: 1,
  },
  'POST /users/:id/suspend': {
    arrange: async (world, by) => ({
      params: { id: await createSignedInUser(world, by) },
      body: { reason: 'An investigation' },
    }),
    events: ['user.post_update', 'user.suspended', 'auth.logout'],
    auditEntries: 2,
  },
  'POST /users/:id/resume': {
    arrange: async (world, by) => {
      const id = await createSignedInUser(world, by);
      await by.call('POST', `/users/${id}/suspend`, {});
      return { params: { id } };
    },
    events: ['user.post_update', 'user.resumed'],
    auditEntries: 1,
  },
  'POST /users/:id/revoke-sessions': {
    arrange: async (world, by) => ({ params: { id: await createSignedInUser(world, by) } }),
    events: ['auth.logout'],
  },
  'POST /users/:id/erase': {
    arrange: async (_, by) => {
      const { id, email } = await createDeactivatedUser(by);
      return { params: { id }, body: { confirm: email } };
    },
    events: ['user.erased', 'user.post_archive'],
    auditEntries: 1,
  },
  'GET /users/:id/identities': { arrange: arrangeUser },
  'DELETE /users/:id/identities/:identity_id': {
    arrange: async ({ database }, by) => {
      const id = await createUser(by);
      const { body } = await by.call('GET', `/users/${id}/identities`);
      await database.query(
        `insert into user_identities (org_id, user_id, provider, provider_key, external_id)
         values ($1, $2, 'oidc', 'sso', $3)`,
        [by.user.org_id, id, `${id}`],
      );
      return { params: { id, identity_id: body.data[0].id } };
    },
    events: ['user_identity.post_archive', 'user.post_update'],
  },
  'GET /users/me/preferences': { arrange: async () => ({}) },
  'PATCH /users/me/preferences': {
    arrange: async () => ({ body: { values: { theme: 'dark' } } }),
    events: ['user.preferences_changed'],
  },
  'POST /users/me/email': {
    arrange: async () => ({ body: { email: address(), password: testPassword } }),
    events: ['user.email_change_requested'],
  },
  'POST /users/me/email/confirm': {
    arrange: async ({ service }, by) => {
      const email = address();
      await by.call('POST', '/users/me/email', { email, password: testPassword });
      const [mail] = await service.mails(email);
      return { body: { token: mail?.text.match(/^[\w-]{43}$/m)?.[0] } };
    },
    events: ['user.post_update', 'user.email_changed'],
    auditEntries: 1,
  },
};
