import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resendVerification } from './signup.service.ts';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const newcomer = () => service.newOrganization(undefined, false);
const mailsTo = async (owner: Client) =>
  (await service.mails(owner.user.email)).filter((mail) => mail.kind === 'verify_email');
const tokenOf = async (owner: Client) => (await mailsTo(owner)).at(-1)?.text.match(/[\w-]{43}/)?.[0] ?? '';
const verify = (token: string) => service.call('POST', '/public/signup/verify', { token });
const age = (owner: Client, days: number) =>
  executeOperational(
    service.platform,
    sql`update organizations set created_at = now() - ${days} * interval '1 day' where id = ${owner.user.org_id} returning id`,
  );

describe('verification of an organization', () => {
  it('activates it, once', async () => {
    const owner = await newcomer();
    const token = await tokenOf(owner);
    const { result, events } = await recordedBy(service, owner.user.org_id, () => verify(token));
    expect([result.status, result.body]).toEqual([200, { verified: true }]);
    expect(events).toEqual([
      `user.post_update ${owner.user.id}`,
      `organization.verified ${owner.user.org_id}`,
    ]);
    const { body } = await owner.call('GET', '/organizations/current');
    expect([body.status, body.verified_at]).toEqual(['active', expect.any(String)]);
    const again = await recordedBy(service, owner.user.org_id, () => verify(token));
    expect(again.result.body.details.fieldErrors).toEqual({ token: [expect.any(String)] });
    expect({ ...again, result: null }).toEqual({ ...nothing, result: null });
  });

  it('is required after a week, when the organization becomes read-only', async () => {
    const owner = await newcomer();
    expect((await owner.call('POST', '/tasks', { title: 'First' })).status).toBe(201);
    await age(owner, 8);
    const refused = await owner.call('POST', '/tasks', { title: 'Second' });
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('verified')]);
    expect((await owner.call('GET', '/tasks')).body.total).toBe(1);
    expect((await verify(await tokenOf(owner))).status).toBe(200);
    expect((await owner.call('POST', '/tasks', { title: 'Second' })).status).toBe(201);
  });

  it('permits three invitations before', async () => {
    const owner = await newcomer();
    const invite = (index: number) =>
      owner.call('POST', '/users/invite', { email: `p${index}-${owner.user.id}@example.test`, role_ids: [] });
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await invite(index)).status);
    expect(statuses).toEqual([201, 201, 201, 422]);
  });

  it('can be resent, which ends older tokens; the response is the same for unknown addresses', async () => {
    const owner = await newcomer();
    const older = await tokenOf(owner);
    const org_slug = (await owner.call('GET', '/organizations/current')).body.slug;
    const resend = (body: object) => service.call('POST', '/public/signup/resend', body);
    const answers = [
      await resend({ email: owner.user.email, org_slug }),
      await resend({ email: 'unknown@example.test', org_slug }),
      await resend({ email: owner.user.email, org_slug: 'no-such-slug' }),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([202, { received: true }]);
    await eventually(
      () => mailsTo(owner),
      (mails) => mails.length === 2,
    );
    expect(await service.mails('unknown@example.test')).toEqual([]);
    expect([(await verify(older)).status, (await verify(await tokenOf(owner))).status]).toEqual([422, 200]);
  });
});

describe('mails to one founder', () => {
  it('are at most five in an hour, and the response does not reveal it', async () => {
    const owner = await newcomer();
    const org_slug = (await owner.call('GET', '/organizations/current')).body.slug;
    const body = { email: owner.user.email, org_slug };
    const work: Promise<void>[] = [];
    const platform: Platform = { ...service.platform, runInBackground: (run) => void work.push(run()) };
    const resend = async () => {
      const origin = { ip: null, request_id: 'test', user_agent: null };
      const call = { platform, origin, emits: new Set(['user.verification_requested']), body };
      expect(await resendVerification(call as never)).toEqual({ received: true });
      await Promise.all(work);
    };
    for (let sent = 1; sent < 5; sent += 1) await resend();
    const { result: _, ...left } = await recordedBy(service, owner.user.org_id, resend);
    expect([left, (await mailsTo(owner)).length, work.length]).toEqual([nothing, 5, 5]);
    const path = `/organizations/${owner.user.org_id}/request-verification`;
    const request = await recordedBy(service, owner.user.org_id, () => owner.call('POST', path));
    expect([request.result.status, request.result.headers.get('retry-after')]).toEqual([429, '3600']);
    expect({ ...request, result: null }).toEqual({ ...nothing, result: null });
    await executeOperational(
      service.platform,
      sql`update user_tokens set created_at = created_at - interval '1 hour' where org_id = ${owner.user.org_id} returning id`,
    );
    await resend();
    expect(await mailsTo(owner)).toHaveLength(6);
  });
});

describe('GET /public/org-slugs/:slug', () => {
  const check = async (slug: string) =>
    (await service.call('GET', `/public/org-slugs/${encodeURIComponent(slug)}`)).body;

  it('reports a free slug, or suggests a similar one', async () => {
    const owner = await newcomer();
    const { slug } = (await owner.call('GET', '/organizations/current')).body;
    expect(await check('never-heard-of')).toEqual({ available: true, suggestion: null });
    expect(await check(slug)).toEqual({ available: false, suggestion: `${slug}-2` });
    expect(await check('Käse & Brot')).toEqual({ available: false, suggestion: 'kase-brot' });
    expect(await check('admin')).toEqual({ available: false, suggestion: 'admin-2' });
    expect(await check('аcme')).toMatchObject({ available: false });
    expect((await check('!')).suggestion).toBe('team');
    expect((await service.call('GET', '/public/org-slugs/a%00b')).status).toBe(404);
  });
});
