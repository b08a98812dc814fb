import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { enrol, totpCode } from '@wfp/testing/second-factor.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_slug: string;
let enrolled: Awaited<ReturnType<typeof enrol>>;
let mfa_token: string;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => service.stop());
beforeEach(async () => {
  enrolled = await enrol(service, await service.newUser(owner, ['employee']));
  const body = { org_slug, email: enrolled.user.user.email, password: testPassword };
  mfa_token = (await service.call('POST', '/auth/login', body)).body.mfa_token;
});

const verify = (proof: object) => service.call('POST', '/auth/mfa/verify', { mfa_token, ...proof });
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const setUser = (fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update users set ${fields} where id = ${enrolled.user.user.id} returning id`,
  );
const subjects = async () =>
  (await service.mails(enrolled.user.user.email)).map((mail) => mail.subject.split(':')[0]);

/** Runs SQL as the owner of the tables. */
async function asOwner(text: string): Promise<void> {
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  await client.query(text).finally(() => client.end());
}

it.each(['deleted_at = now()', "status = 'deactivated'", 'is_service = true'])(
  'records nothing for a user who may not sign in any more: %s',
  async (change) => {
    await setUser(Prisma.raw(change));
    const { result, events } = await recorded(() => verify({ code: totpCode(enrolled.secret) }));
    expect([result.status, result.body.error, events]).toEqual([
      401,
      'The code or the mfa_token is not valid; log in again after five attempts',
      [],
    ]);
  },
);

it('notifies the user of the use of a recovery code, but not of a wrong one', async () => {
  const wrong = await recorded(() => verify({ recovery_code: 'aaaa-bbbb-cccc-dddd' }));
  expect([wrong.result.status, wrong.events]).toEqual([401, [`auth.mfa_failed ${enrolled.user.user.id}`]]);
  expect(await subjects()).not.toContain('A recovery code was used');
  expect((await verify({ recovery_code: enrolled.recovery_codes[0] })).status).toBe(200);
  expect((await subjects()).filter((one) => one === 'A recovery code was used')).toHaveLength(1);
});

it('does not record a failure of the service as a wrong code, and the code remains usable', async () => {
  await asOwner(`
    create function break_sessions() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$;
    create trigger broken before insert on sessions for each statement execute function break_sessions()`);
  const code = totpCode(enrolled.secret);
  const failed = await recorded(() => verify({ code })).finally(() =>
    asOwner('drop function break_sessions() cascade'),
  );
  expect([failed.result.status, failed.events]).toEqual([500, []]);
  expect((await verify({ code: totpCode(enrolled.secret) })).status).toBe(200);
});
