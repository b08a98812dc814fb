import { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService, testPassword } from '@wfp/testing';
import { whileLocked } from '@wfp/testing/lock-waits.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());

async function newUser() {
  const owner = await service.newOrganization();
  const { user } = await service.newUser(owner, ['employee']);
  const { org_slug } = (await owner.call('GET', '/users/me')).body;
  return { ...user, org_slug };
}

/** Runs a request while a user is locked as by an import that has changed the user. */
const duringImport = (id: number, run: () => Promise<void>) =>
  whileLocked(service.config.DATABASE_URL, 'users', id, run, 'no key update');

it('a password reset that is requested while an import changes the user is mailed', async () => {
  const { id, email, org_slug } = await newUser();
  await duringImport(id, async () => {
    const { status } = await service.call('POST', '/auth/password-reset', { org_slug, email });
    expect(status).toBe(202);
    const ofReset = async () => (await service.mails(email)).filter(({ kind }) => kind === 'password_reset');
    expect(await eventually(ofReset, (mails) => mails.length > 0)).toHaveLength(1);
  });
});

it('a wrong password is recorded while an import changes the user', async () => {
  const { id, email, org_slug } = await newUser();
  await duringImport(id, async () => {
    const guess = { org_slug, email, password: `${testPassword} or not` };
    expect((await service.call('POST', '/auth/login', guess)).status).toBe(401);
    const recorded = () =>
      service.rows(sql`select from events where event_type = 'auth.login_failed' and aggregate_id = ${id}`);
    expect(await eventually(recorded, (events) => events.length > 0)).toHaveLength(1);
  });
});

it('a wrong password is recorded for a user without a password', async () => {
  const owner = await service.newOrganization();
  const invited = { email: 'invited@example.test', first_name: 'Ina', last_name: 'Vited' };
  const { id } = (await owner.call('POST', '/users', invited)).body;
  const { org_slug } = (await owner.call('GET', '/users/me')).body;
  const { status } = await service.call('POST', '/auth/login', {
    ...{ org_slug, email: invited.email, password: testPassword },
  });
  expect(status).toBe(401);
  const recorded = () =>
    service.rows(sql`select from events where event_type = 'auth.login_failed' and aggregate_id = ${id}`);
  expect(await eventually(recorded, (events) => events.length > 0)).toHaveLength(1);
});
