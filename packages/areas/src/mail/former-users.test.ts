import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let user: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  user = await service.newUser(owner, ['employee']);
  const { org_slug } = (await owner.call('GET', '/users/me')).body;
  for (const { email } of [user.user, owner.user])
    await service.call('POST', '/auth/password-reset', { org_slug, email });
  // They are queued after the response.
  for (const one of [user, owner])
    await eventually(
      () => mailsTo(one),
      (mails) => mails.length === 1,
    );
});

const mailsTo = (one: Client) =>
  service.rows(sql`select status, last_error, content_enc is null as is_empty from mails
    where org_id = ${owner.user.org_id} and user_id = ${one.user.id} and kind = 'password_reset'`);
const waiting = { status: 'waiting', last_error: null, is_empty: false };
const failed = { status: 'failed', last_error: 'The user can no longer sign in', is_empty: true };

it.each([
  ['deactivated', 'POST', '/deactivate', {}, 200],
  ['deleted', 'DELETE', '', undefined, 204],
] as const)('fails the mail that waits for a user who is %s', async (_, method, path, body, expected) => {
  expect(await mailsTo(user)).toEqual([waiting]);
  const { status } = await owner.call(method, `/users/${user.user.id}${path}`, body);
  expect([status, await mailsTo(user), await mailsTo(owner)]).toEqual([expected, [failed], [waiting]]);
});

it('keeps the mail that waits for a suspended user, and that of a user whose deactivation is rejected', async () => {
  expect((await owner.call('POST', `/users/${user.user.id}/suspend`, {})).status).toBe(200);
  const { result, events } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('POST', `/users/${user.user.id}/deactivate`, { reassign_to: user.user.id }),
  );
  expect([result.status, events, await mailsTo(user)]).toEqual([422, [], [waiting]]);
});
