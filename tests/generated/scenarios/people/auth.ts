import { type Client, createTestClient, testPassword } from '@wfp/testing';
import type { Scenarios } from '../../scenario.ts';
import type { World } from '../../world.ts';

async function credentials(by: Client) {
  const me = await by.call('GET', '/users/me');
  return { email: me.body.email, password: testPassword, org_slug: me.body.org_slug };
}

/** Signs in again as the same user: a session that a call may end. */
async function signInAgain({ service }: World, by: Client): Promise<Client> {
  const { body } = await service.call('POST', '/auth/login', await credentials(by));
  return createTestClient(service.url, body);
}

let counter = 0;

/** Invites a user and returns the token of the mail. */
async function inviteUser({ service }: World, by: Client): Promise<string> {
  counter += 1;
  const email = `invited-${counter}@example.test`;
  await by.call('POST', '/users', { email, first_name: 'Ina', last_name: 'Invited' });
  return findToken(await service.mails(email));
}

const findToken = (mails: { text: string }[]) => mails.at(-1)?.text.match(/[\w-]{43}/)?.[0] ?? '';

/** Requests a password reset and returns the token of the mail. */
async function requestReset({ service }: World, by: Client): Promise<string> {
  const { email, org_slug } = await credentials(by);
  const resets = async () => (await service.mails(email)).filter((mail) => mail.kind === 'password_reset');
  const before = await resets();
  await service.call('POST', '/auth/password-reset', { email, org_slug });
  for (;;) {
    const now = await resets();
    if (now.length > before.length) return findToken(now);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Signs in and returns the headers with the session cookie, which no test client keeps. */
async function signInWithCookie({ service }: World, by: Client): Promise<{ cookie: string }> {
  const { body } = await service.call('POST', '/auth/login', await credentials(by));
  const stored = await service.call('PUT', '/auth/cookie', { refresh_token: body.refresh_token });
  return { cookie: String(stored.headers.get('set-cookie')?.split(';', 1)) };
}

export const authScenarios: Scenarios = {
  'POST /auth/login': {
    arrange: async (_, by) => ({ body: await credentials(by) }),
    events: ['auth.login'],
  },
  'POST /auth/refresh': {
    arrange: async ({ service }, by) => {
      const { body } = await service.call('POST', '/auth/login', await credentials(by));
      return { body: { refresh_token: body.refresh_token } };
    },
    events: ['auth.token_refreshed'],
  },
  'PUT /auth/cookie': {
    arrange: async ({ service }, by) => {
      const { body } = await service.call('POST', '/auth/login', await credentials(by));
      return { body: { refresh_token: body.refresh_token } };
    },
    events: ['auth.token_refreshed'],
  },
  'POST /auth/cookie/refresh': {
    arrange: async (world, by) => ({
      headers: await signInWithCookie(world, by),
      body: { org_id: by.user.org_id },
    }),
    events: ['auth.token_refreshed'],
  },
  'DELETE /auth/cookie': {
    arrange: async (world, by) => ({
      headers: await signInWithCookie(world, by),
      query: { org_id: by.user.org_id },
    }),
    events: ['auth.logout'],
  },
  'POST /auth/logout': {
    arrange: async (world, by) => ({ by: await signInAgain(world, by) }),
    events: ['auth.logout'],
    endsCredential: true,
  },
  'POST /auth/logout-all': {
    arrange: async (world, by) => ({ by: await world.service.newUser(by, ['employee']) }),
    events: ['auth.logout'],
    endsCredential: true,
  },
  'GET /auth/sessions': {},
  'DELETE /auth/sessions/:id': {
    arrange: async (world, by) => {
      const { call } = await signInAgain(world, by);
      const { body } = await call('GET', '/auth/sessions');
      return { params: { id: body.data[0].id } };
    },
    events: ['auth.logout'],
  },
  'POST /auth/password': {
    arrange: async ({ service }, by) => ({
      by: await service.newUser(by, ['employee']),
      body: { current_password: testPassword, new_password: 'another perfectly fine one' },
    }),
    events: ['auth.password_changed'],
  },
  'POST /auth/password-reset': {
    arrange: async (_, by) => {
      const { email, org_slug } = await credentials(by);
      return { body: { email, org_slug } };
    },
    writesAfterResponse: true,
  },
  'POST /auth/password-reset/confirm': {
    arrange: async (world, by) => {
      const user = await world.service.newUser(by, ['employee']);
      const token = await requestReset(world, user);
      return { body: { token, new_password: 'another perfectly fine one' } };
    },
    events: ['auth.password_reset', 'auth.logout'],
  },
  'POST /auth/invitation/accept': {
    arrange: async (world, by) => ({
      body: { token: await inviteUser(world, by), password: 'another perfectly fine one' },
    }),
    events: ['user.activated', 'user_identity.post_create', 'auth.login'],
  },
};
