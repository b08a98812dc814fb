import { queueMail, systemCaller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const setConfirmed = ({ user }: Client, at: 'now()' | 'null') =>
  executeOperational(
    service.platform,
    sql`update users set email_verified_at = ${Prisma.raw(at)}
      where org_id = ${user.org_id} and id = ${user.id} returning id`,
  );

/** Returns the kinds that can be sent to an address of a user. */
async function listQueued({ user }: Client, kinds: string[], to = user.email): Promise<string[]> {
  const origin = { request_id: 'mail-recipients', ip: null, user_agent: null };
  const caller = systemCaller(service.platform, user.org_id, origin, []);
  const tx = {
    executeUnrecorded: async (insert: Prisma.Sql) =>
      (await executeOperational(service.platform, sql`${insert} returning id`)).length,
  };
  const queued: string[] = [];
  for (const kind of kinds) {
    const before = await countMails(to, kind);
    const mail = { user_id: user.id, to, kind, subject: kind, text: 'A text' };
    const isQueued = await queueMail(tx as unknown as Transaction, caller, mail);
    expect(await countMails(to, kind)).toBe(before + (isQueued ? 1 : 0));
    if (isQueued) queued.push(kind);
  }
  return queued;
}

const countMails = async (to: string, kind: string) =>
  (await service.rows(sql`select id from mails where to_address = ${to} and kind = ${kind}`)).length;

const requested = ['verify_email', 'invitation', 'change_email', 'password_reset'];
const notices = ['task_reminder', 'initiative_update_due', 'api_key_expiring', 'webhook_failing'];
const all = [...requested, 'security_notice', ...notices];

describe('a mail', () => {
  it('with a notice is sent only to confirmed addresses, also in a verified organization', async () => {
    const owner = await service.newOrganization();
    const user = await service.newUser(owner, ['employee']);
    expect(await listQueued(user, all)).toEqual(all);
    await setConfirmed(user, 'null');
    expect(await listQueued(user, all)).toEqual([...requested, 'security_notice']);
  });

  it('about security is sent to the founder and to confirmed addresses of an unverified organization', async () => {
    const founder = await service.newOrganization(undefined, false);
    const user = await service.newUser(founder, ['admin']);
    expect(await listQueued(founder, all)).toEqual([...requested, 'security_notice']);
    expect(await listQueued(user, all)).toEqual(requested);
    await setConfirmed(user, 'now()');
    expect(await listQueued(user, all)).toEqual(all);
  });

  it('with a notice is not sent to a former address', async () => {
    const owner = await service.newOrganization();
    const to = `former-${owner.user.email}`;
    expect(await listQueued(owner, all, to)).toEqual([...requested, 'security_notice']);
  });
});
