import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestPasswordReset } from './passwords.service.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_slug: string;
let user: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => service.stop());
beforeEach(async () => {
  user = await service.newUser(owner, ['employee']);
});

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const mailsOf = async (kind: string) =>
  (await service.mails(user.user.email)).filter((mail) => mail.kind === kind);
const confirm = (token: string, new_password: string) =>
  service.call('POST', '/auth/password-reset/confirm', { token, new_password });

async function resetToken(): Promise<string> {
  await service.call('POST', '/auth/password-reset', { org_slug, email: user.user.email });
  const [mail] = await eventually(
    () => mailsOf('password_reset'),
    (mails) => mails.length > 0,
  );
  return mail?.text.match(/^[\w-]{43}$/m)?.[0] ?? '';
}

/** Requests a reset and waits for the work that follows the response. */
async function requestAndWait(): Promise<void> {
  const running: Promise<void>[] = [];
  const runInBackground = (work: () => Promise<void>) => void running.push(work());
  await requestPasswordReset({
    platform: { ...service.platform, runInBackground },
    origin: { request_id: 'reset-test', ip: null, user_agent: null },
    emits: ['auth.password_reset_requested'],
    body: { org_slug, email: user.user.email },
  } as never);
  await Promise.all(running);
}

it('rejects a common password, and the token remains valid', async () => {
  const token = await resetToken();
  const { result, ...left } = await recorded(() => confirm(token, 'password1234'));
  expect([result.status, Object.keys(result.body.details.fieldErrors), left]).toEqual([
    422,
    ['new_password'],
    nothing,
  ]);
  expect((await confirm(token, 'quite another password, truly')).status).toBe(204);
});

it('notifies the user of the new password, once', async () => {
  expect((await confirm(await resetToken(), 'quite another password, truly')).status).toBe(204);
  const mails = await mailsOf('security_notice');
  expect(mails.map((mail) => mail.subject)).toEqual([`Your password for ${owner.user.org_name} was changed`]);
});

it('sends no more than five mails for concurrent requests', async () => {
  for (let sent = 0; sent < 4; sent += 1) await requestAndWait();
  await Promise.all(Array.from({ length: 5 }, requestAndWait));
  expect(await mailsOf('password_reset')).toHaveLength(5);
});

it('is not possible for an address of another organization', async () => {
  const stranger = await service.newOrganization();
  const { result, ...left } = await recorded(() =>
    service.call('POST', '/auth/password-reset', { org_slug, email: stranger.user.email }),
  );
  expect([result.status, left]).toEqual([202, nothing]);
});

it('changes only the password of its user', async () => {
  const hashes = () =>
    service.rows<{ id: number; password_hash: string }>(sql`select id, password_hash from users
      where org_id = ${owner.user.org_id} and id <> ${user.user.id} order by id`);
  const before = await hashes();
  expect((await confirm(await resetToken(), 'quite another password, truly')).status).toBe(204);
  const change = { current_password: 'quite another password, truly', new_password: testPassword };
  const login = { org_slug, email: user.user.email, password: change.current_password };
  const { access_token } = (await service.call('POST', '/auth/login', login)).body;
  const bearer = { authorization: `Bearer ${access_token}` };
  expect((await service.call('POST', '/auth/password', change, bearer)).status).toBe(204);
  expect(await hashes()).toEqual(before);
});
