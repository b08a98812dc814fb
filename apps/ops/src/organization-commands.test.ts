import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOpsRunner } from './testing/ops-runner.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_id: number;
let slug: string;
let ops: ReturnType<typeof createOpsRunner>;
beforeAll(async () => {
  service = await startOwnService({ SSE_HEARTBEAT_SECONDS: '1' });
  ops = createOpsRunner(service.config);
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
});

const suspendedMessage = 'Your organization is suspended: contact the operator of the service';
const change = (statement: Prisma.Sql) => executeOperational(service.platform, statement);
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, org_id, work);
const suspend = (...args: string[]) =>
  ops('suspend-org', '--org', slug, '--reason', 'Unpaid invoices', '--as', 'alice', ...args);
const resume = (...args: string[]) => ops('resume-org', '--org', slug, '--as', 'alice', ...args);
const statusOf = async () =>
  (await service.rows(sql`select status::text from organizations where id = ${org_id}`))[0].status;
const lastEntry = async () =>
  (
    await service.rows(sql`select actor_type::text, actor_name, action, resource, before, after from audit_log
      where org_id = ${org_id} order by id desc limit 1`)
  )[0];
const failedSignIns = async () =>
  (
    await service.rows(sql`select count(*)::int as count from events
      where org_id = ${org_id} and event_type = 'auth.login_failed'`)
  )[0].count;
const login = (password = testPassword) =>
  service.call('POST', '/auth/login', { org_slug: slug, email: owner.user.email, password });

it('suspend-org ends all access with the reason, and resume-org restores it', async () => {
  const { key } = (await owner.call('POST', '/api-keys', { name: 'Nightly' })).body;
  const byKey = createTestClient(service.url, { access_token: key, user: owner.user });
  const { refresh_token } = (await login()).body;
  const stream = await openStream(service.url, owner.token);
  const { result, events, audit } = await recorded(() => suspend('--yes', '--json'));
  expect(result).toMatchObject({
    code: 0,
    data: { org: slug, status: 'suspended', reason: 'Unpaid invoices' },
  });
  expect([events, audit.length]).toEqual([[`organization.suspended ${org_id}`], 1]);
  expect(await lastEntry()).toMatchObject({
    ...{ actor_type: 'operator', actor_name: 'operator alice', action: 'suspend', resource: 'organization' },
    after: { status: 'suspended', suspension_reason: 'Unpaid invoices' },
  });
  await stream.until('the end of the stream', (one) => one.isClosed);
  expect((await openStream(service.url, owner.token)).status).toBe(403);
  const rejected = await recorded(() =>
    Promise.all([
      owner.call('GET', '/users/me'),
      owner.call('POST', '/tasks', { title: 'Too late' }),
      byKey.call('GET', '/users/me'),
      service.call('POST', '/auth/refresh', { refresh_token }),
    ]),
  );
  const signIn = await login();
  expect([...rejected.result, signIn].map(({ status, body }) => [status, body.error])).toEqual(
    Array(5).fill([403, suspendedMessage]),
  );
  expect(rejected.events).toEqual([]);
  const wrong = await login('another password entirely');
  expect([wrong.status, wrong.body.error]).toEqual([401, 'Organization, email or password is wrong']);
  // Failed sign-ins are recorded after the response.
  await eventually(failedSignIns, (count) => count === 2);

  const back = await recorded(() => resume('--yes'));
  expect([back.result.code, back.events]).toEqual([0, [`organization.resumed ${org_id}`]]);
  expect(await lastEntry()).toMatchObject({
    ...{ actor_type: 'operator', action: 'resume' },
    before: { suspension_reason: 'Unpaid invoices' },
    after: { suspension_reason: null },
  });
  for (const by of [owner, byKey]) expect((await by.call('GET', '/users/me')).status).toBe(200);
  expect((await service.call('POST', '/auth/refresh', { refresh_token })).status).toBe(200);
});

it('changes nothing without confirmation, without a reason or in the wrong status', async () => {
  const refused = await recorded(async () => [
    await suspend(),
    await suspend('--dry-run'),
    await ops('suspend-org', '--org', slug, '--yes'),
    await ops('suspend-org', '--org', slug, '--reason', ' ', '--yes'),
    await ops('suspend-org', '--org', 'missing', '--reason', 'Any', '--yes'),
    await resume('--yes'),
  ]);
  expect(refused.result.map((one) => one.code)).toEqual([3, 0, 2, 2, 1, 1]);
  expect(refused).toMatchObject(nothing);
  await suspend('--yes');
  const again = await recorded(() => suspend('--yes'));
  expect(again).toMatchObject({ ...nothing, result: { code: 1 } });
  expect(again.result.err).toContain('is already suspended: Unpaid invoices');
});

it('restores the status before the suspension, and begins the 30 days of a closing organization again', async () => {
  for (const [before, values] of [
    ['unverified', sql`verified_at = null`],
    ['active', sql`verified_at = now()`],
    ['closing', sql`closing_at = now() - interval '40 days'`],
  ] as const) {
    await change(
      sql`update organizations set status = ${before}::organization_status, ${values} where id = ${org_id} returning id`,
    );
    expect((await suspend('--yes')).code).toBe(0);
    expect((await resume('--yes')).code).toBe(0);
    expect(await statusOf()).toBe(before);
  }
  const [row] = await service.rows(
    sql`select closing_at > now() - interval '1 minute' as is_new from organizations where id = ${org_id}`,
  );
  expect(row).toEqual({ is_new: true });
});

it('set-plan sets the plan, which the organization sees and cannot change', async () => {
  const setPlan = (plan: string) => ops('set-plan', '--org', slug, '--plan', plan, '--as', 'alice', '--yes');
  expect((await owner.call('GET', '/organizations/current')).body.plan_code).toBe('free');
  const { result, events } = await recorded(() => setPlan('business'));
  expect([result.code, events]).toEqual([0, [`organization.post_update ${org_id}`]]);
  expect(await lastEntry()).toMatchObject({
    ...{ actor_type: 'operator', actor_name: 'operator alice', action: 'set_plan', resource: 'organization' },
    ...{ before: { plan_code: 'free' }, after: { plan_code: 'business' } },
  });
  expect((await owner.call('GET', '/organizations/current')).body.plan_code).toBe('business');
  const invalid = await recorded(async () => [await setPlan('Business!'), await setPlan('business')]);
  expect(invalid.result.map((one) => one.code)).toEqual([1, 0]);
  expect(invalid.result[0]?.err).toContain('plan: Must be 2 to 40 characters');
  expect(invalid).toMatchObject(nothing);
});

it('check does not report the waiting work of a suspended organization', async () => {
  await ops('reset-password', '--email', owner.user.email, '--org', slug, '--yes');
  await change(
    sql`update mails set due_at = now() - interval '2 hours' where org_id = ${org_id} returning id`,
  );
  const check = () => ops('check', '--org', slug, '--only', 'mail-not-stuck,deliveries-not-stuck');
  expect((await check()).code).toBe(1);
  await suspend('--yes');
  expect(await check()).toMatchObject({ code: 0, out: '2 of 2 checks passed' });
});

it('sends neither webhooks nor mail of a suspended organization until it is resumed', async () => {
  const receiver = await startReceiver({});
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
  try {
    const subscribe = (by: Client, path: string) =>
      by.call('POST', '/webhooks', { url: receiver.url(path), event_types: ['organization.*'] });
    const other = await service.newOrganization();
    const colleague = await service.newUser(owner, ['employee']);
    const webhook = (await subscribe(owner, '/suspended')).body.id;
    const exportId = (await owner.call('POST', '/tasks/export', { format: 'json' })).body.id;
    await subscribe(other, '/other');
    await suspend('--yes');
    worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
    const commands = [
      await ops('set-plan', '--org', slug, '--plan', 'business', '--yes'),
      await ops('reset-password', '--email', colleague.user.email, '--org', slug, '--yes'),
    ];
    expect(commands.map(({ code, err }) => [code, err])).toEqual(Array(2).fill([0, '']));
    const created = () =>
      service.rows(sql`select event_type, status::text from webhook_deliveries where org_id = ${org_id}`);
    await eventually(created, (rows) => {
      const types = rows.map((row) => row.event_type);
      return types.includes('organization.suspended') && types.includes('organization.post_update');
    });
    // A later event of another organization is delivered, and the sweeper has looked for due work since.
    await other.call('PATCH', '/organizations/current', { name: 'Other' });
    await eventually(
      () => receiver.at('/other').map(({ body }) => JSON.parse(body).event_type),
      (types) => types.includes('organization.post_update'),
    );
    const mails = () =>
      service.rows(
        sql`select status::text, attempts from mails where org_id = ${org_id} and kind = 'security_notice'`,
      );
    expect([await mails(), receiver.at('/suspended')]).toEqual([[{ status: 'waiting', attempts: 0 }], []]);
    expect(new Set((await created()).map((row) => row.status))).toEqual(new Set(['pending']));
    const exports = () => service.rows(sql`select status::text from exports where org_id = ${org_id}`);
    expect(await exports()).toEqual([{ status: 'queued' }]);
    await resume('--yes');
    await eventually(mails, ([mail]) => mail?.status === 'sent');
    const sent = () => receiver.at('/suspended').map(({ body }) => JSON.parse(body).event_type);
    await eventually(sent, (types) => types.includes('organization.resumed'));
    expect(sent()).toEqual(expect.arrayContaining(['organization.suspended', 'organization.post_update']));
    await eventually(
      () => owner.call('GET', `/exports/${exportId}`),
      ({ body }) => body.status === 'succeeded',
    );
    // The check of the authorization waited, too: during the suspension, no user may read events.
    expect((await owner.call('GET', `/webhooks/${webhook}`)).body.authorization_lost_at).toBeNull();
  } finally {
    await worker?.stop();
    await receiver.stop();
  }
});
