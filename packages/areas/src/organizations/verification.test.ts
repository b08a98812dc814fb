import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;
const path = '/organizations/current/request-verification';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());

const mailsTo = async (who: Client) =>
  (await service.mails(who.user.email)).filter((mail) => mail.kind === 'verify_email');
const tokenOf = async (who: Client) => (await mailsTo(who)).at(-1)?.text.match(/[\w-]{43}/)?.[0] ?? '';

/** An unverified organization that is read-only, with a deactivated founder and another owner. */
async function orphaned(): Promise<{ founder: Client; otherOwner: Client }> {
  const founder = await service.newOrganization(undefined, false);
  const otherOwner = await service.newUser(founder, ['owner']);
  await executeOperational(
    service.platform,
    sql`update organizations set created_at = now() - interval '8 days' where id = ${founder.user.org_id} returning id`,
  );
  await executeOperational(
    service.platform,
    sql`update users set status = 'deactivated' where org_id = ${founder.user.org_id} and id = ${founder.user.id} returning id`,
  );
  return { founder, otherOwner };
}

describe('POST /organizations/:id/request-verification', () => {
  it('verifies the organization by the address of any owner', async () => {
    const { otherOwner } = await orphaned();
    expect((await otherOwner.call('POST', '/tasks', { title: 'Too late' })).status).toBe(403);
    const requested = await recordedBy(service, otherOwner.user.org_id, () => otherOwner.call('POST', path));
    expect([requested.result.status, requested.result.body]).toEqual([202, { received: true }]);
    expect(requested.events).toEqual([`user.verification_requested ${otherOwner.user.id}`]);
    expect(requested.audit).toMatchObject([{ resource: 'user', record_id: otherOwner.user.id }]);
    expect(JSON.stringify(requested.audit)).not.toContain(await tokenOf(otherOwner));

    const verified = await service.call('POST', '/public/signup/verify', {
      token: await tokenOf(otherOwner),
    });
    expect(verified.status).toBe(200);
    const { body } = await otherOwner.call('GET', '/organizations/current');
    expect([body.status, body.verified_at]).toEqual(['active', expect.any(String)]);
    expect((await otherOwner.call('POST', '/tasks', { title: 'In time' })).status).toBe(201);
    expect((await otherOwner.call('GET', '/users/me')).body.email_verified_at).not.toBe(null);
  });

  it('accepts the latest token only, once', async () => {
    const { otherOwner } = await orphaned();
    await otherOwner.call('POST', path);
    const older = await tokenOf(otherOwner);
    await otherOwner.call('POST', path);
    const verify = (token: string) => service.call('POST', '/public/signup/verify', { token });
    expect((await verify(older)).status).toBe(422);
    expect((await verify(await tokenOf(otherOwner))).status).toBe(200);
    const { result, ...left } = await recordedBy(service, otherOwner.user.org_id, () =>
      otherOwner.call('POST', path),
    );
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['id']]);
    expect(left).toEqual(nothing);
  });

  it('requires an owner session in the same organization', async () => {
    const founder = await service.newOrganization(undefined, false);
    const admin = await service.newUser(founder, ['admin']);
    const { key } = (await founder.call('POST', '/api-keys', { name: 'Key' })).body;
    const stranger = await service.newOrganization();
    expect((await admin.call('POST', path)).status).toBe(403);
    const withKey = await service.call('POST', path, undefined, { authorization: `Bearer ${key}` });
    expect(withKey.status).toBe(403);
    const elsewhere = `/organizations/${founder.user.org_id}/request-verification`;
    expect((await stranger.call('POST', elsewhere)).status).toBe(404);
    expect(await mailsTo(admin)).toEqual([]);
    expect(await mailsTo(founder)).toHaveLength(1);
  });

  it('is rejected while the organization is closing', async () => {
    const founder = await service.newOrganization(undefined, false);
    const { slug } = (await founder.call('GET', '/organizations/current')).body;
    await founder.call('POST', '/organizations/current/close', { password: testPassword, confirm: slug });
    expect((await founder.call('POST', path)).status).toBe(422);
    await founder.call('POST', '/organizations/current/reopen');
    expect((await founder.call('POST', path)).status).toBe(202);
  });
});
