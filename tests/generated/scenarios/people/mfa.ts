import { type Client, testPassword } from '@wfp/testing';
import { TOTP } from 'otpauth';
import type { Scenarios } from '../../scenario.ts';
import type { World } from '../../world.ts';

/** By default, the code after the current one: it is accepted, and the enrolment has not used it. */
const nextCode = (secret: string, steps = 1) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Creates a user with an unconfirmed TOTP method. */
async function startEnrolment({ service }: World, by: Client) {
  const user = await service.newUser(by, ['employee']);
  const { body } = await user.call('POST', '/mfa/totp', {});
  return { user, id: body.method_id as number, secret: body.secret as string };
}

async function enrolUser(world: World, by: Client) {
  const { user, id, secret } = await startEnrolment(world, by);
  const { body } = await user.call('POST', `/mfa/totp/${id}/confirm`, { code: nextCode(secret, 0) });
  return { user, id, secret, recovery_codes: body.recovery_codes as string[] };
}

async function startChallenge(world: World, by: Client) {
  const { user, secret } = await enrolUser(world, by);
  const me = await user.call('GET', '/users/me');
  const { email, org_slug } = me.body;
  const { body } = await world.service.call('POST', '/auth/login', {
    email,
    org_slug,
    password: testPassword,
  });
  return { mfa_token: body.mfa_token as string, code: nextCode(secret) };
}

export const mfaScenarios: Scenarios = {
  'GET /mfa': {},
  'POST /mfa/totp': {
    arrange: async () => ({ body: { label: 'Telephone' } }),
    events: ['auth.mfa_enrolment_started'],
  },
  'POST /mfa/totp/:id/confirm': {
    arrange: async (world, by) => {
      const { user, id, secret } = await startEnrolment(world, by);
      return { by: user, params: { id }, body: { code: nextCode(secret, 0) } };
    },
    events: ['auth.mfa_enabled', 'auth.mfa_proven'],
  },
  'POST /mfa/methods/:id/remove': {
    arrange: async (world, by) => {
      const { user, id, secret } = await enrolUser(world, by);
      return { by: user, params: { id }, body: { password: testPassword, code: nextCode(secret) } };
    },
    events: ['auth.mfa_disabled'],
  },
  'POST /mfa/recovery-codes': {
    arrange: async (world, by) => {
      const { user, secret } = await enrolUser(world, by);
      return { by: user, body: { password: testPassword, code: nextCode(secret) } };
    },
    events: ['auth.mfa_proven'],
  },
  'POST /auth/mfa/step-up': {
    arrange: async (world, by) => {
      const { user, secret } = await enrolUser(world, by);
      return { by: user, body: { code: nextCode(secret) } };
    },
    events: ['auth.mfa_proven'],
  },
  'POST /auth/mfa/verify': {
    arrange: async (world, by) => ({ body: await startChallenge(world, by) }),
    events: ['auth.login'],
  },
  'POST /users/:id/reset-mfa': {
    arrange: async (world, by) => ({ params: { id: (await enrolUser(world, by)).user.user.id } }),
    events: ['auth.mfa_reset', 'auth.logout'],
  },
};
