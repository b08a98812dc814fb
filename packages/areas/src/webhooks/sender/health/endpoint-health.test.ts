import { decryptMail } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../../testing/lane-harness.ts';
import { computeHealthChange } from './endpoint-health.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let harness: LaneHarness;
let reply: number | 'nothing' = 500;
beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0,3600', WEBHOOK_TIMEOUT_MS: '300' });
  owner = await service.newOrganization();
  harness = createLaneHarness(service, owner);
  receiver = await startReceiver({
    '/hook': (res) => {
      if (reply !== 'nothing') res.writeHead(reply).end();
    },
  });
  const admin = { email: 'second.admin@example.test', first_name: 'Second', last_name: 'Admin' };
  const { body } = await owner.call('GET', '/roles?limit=100');
  const roleOf = (code: string) => body.data.find((one: any) => one.code === code).id;
  await owner.call('POST', '/users', {
    ...admin,
    password: 'long-enough-for-this',
    role_ids: [roleOf('admin')],
  });
  await owner.call('POST', '/users', {
    ...admin,
    email: 'viewer@example.test',
    password: 'long-enough-for-this',
    role_ids: [roleOf('viewer')],
  });
  // Notices are sent only to confirmed addresses.
  await executeOperational(
    service.platform,
    sql`update users set email_verified_at = now() where org_id = ${owner.user.org_id} returning id`,
  );
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});
beforeEach(() => {
  reply = 500;
});

let endpoints = 0;
const endpoint = (options = {}) => {
  endpoints += 1;
  return harness.createEndpoint(receiver.url(`/hook?token=receivers-own&endpoint=${endpoints}`), options);
};
const show = async (id: number) => (await owner.call('GET', `/webhooks/${id}`)).body;

/** Moves the history of an endpoint into the past. */
async function age(id: number, time: string) {
  await harness.tamper(
    sql`update webhook_deliveries set finished_at = finished_at - ${time}::interval, filed_at = filed_at - ${time}::interval where webhook_id = ${id}`,
  );
  await harness.tamper(sql`update webhook_endpoints set failing_since = failing_since - ${time}::interval,
    failure_warned_at = failure_warned_at - ${time}::interval, refused_noticed_at = refused_noticed_at - ${time}::interval where id = ${id}`);
}

/** Runs one attempt and returns what it recorded. */
async function attempt(id: number) {
  await harness.insertDue(id, 1);
  const mark = await lastMail();
  const { events, audit, outbox } = await recordedBy(service, owner.user.org_id, () => harness.run(id));
  return { events, audit, outbox, mails: await mailsAfter(mark) };
}

const lastMail = async () =>
  (await service.rows<{ id: number }>(sql`select coalesce(max(id), 0)::float8 as id from mails`))[0]?.id ?? 0;
async function mailsAfter(mark: number) {
  const rows = await service.rows<any>(
    sql`select * from mails where org_id = ${owner.user.org_id} and id > ${mark} order by to_address`,
  );
  return rows.map(({ to_address, kind, content_enc }) => ({
    to: to_address,
    kind,
    ...decryptMail(service.config, owner.user.org_id, content_enc),
  }));
}

describe('an endpoint whose deliveries all fail', () => {
  it('is reported once after two days, and disabled after five', async () => {
    const id = await endpoint();
    expect(await attempt(id)).toMatchObject({ events: [], mails: [] });
    expect((await show(id)).failing_since).not.toBeNull();

    await age(id, '47 hours');
    expect(await attempt(id)).toMatchObject({ events: [], mails: [] });

    await age(id, '1 hour 1 minute');
    const warned = await attempt(id);
    expect(warned).toMatchObject({
      events: [`webhook_endpoint.failing ${id}`],
      audit: [{ action: 'warn', resource: 'webhook_endpoint', record_id: id }],
      outbox: 1,
    });
    expect(warned.mails.map((one) => [one.to, one.kind])).toEqual(
      [owner.user.email, 'second.admin@example.test'].sort().map((to) => [to, 'webhook_failing']),
    );
    expect(JSON.stringify(warned)).not.toContain('receivers-own');
    expect(await attempt(id)).toMatchObject({ events: [], mails: [] });

    await age(id, '72 hours');
    const waits = await harness.insertDue(id, 3);
    const off = await attempt(id);
    expect(off).toMatchObject({
      events: [`webhook_endpoint.disabled ${id}`],
      audit: [{ action: 'disable' }],
    });
    expect(off.mails.map((one) => one.kind)).toEqual(['webhook_disabled', 'webhook_disabled']);
    expect(await show(id)).toMatchObject({
      is_active: false,
      disabled_reason: 'Every delivery failed for 5 days',
    });
    const rows = await harness.rows(id);
    expect(rows.filter((row) => ['pending', 'delivering'].includes(row.status))).toEqual([]);
    expect(waits).toHaveLength(3);
  });

  it('stays active while the failures of the last days are within a few hours', async () => {
    const id = await endpoint();
    await attempt(id);
    await age(id, '150 hours');
    // Sends the warning, because nothing has succeeded for days. Does not disable the endpoint, because the failures of
    // the last five days are less than twelve hours apart.
    expect((await attempt(id)).events).toEqual([`webhook_endpoint.failing ${id}`]);
    await age(id, '11 hours');
    expect((await attempt(id)).events).toEqual([]);
    await age(id, '2 hours');
    expect((await attempt(id)).events).toEqual([`webhook_endpoint.disabled ${id}`]);
  });

  it('starts a new period of failures after any success', async () => {
    const id = await endpoint();
    await attempt(id);
    await age(id, '49 hours');
    await attempt(id);
    reply = 200;
    await attempt(id);
    expect((await show(id)).failing_since).toBeNull();
    reply = 500;
    await age(id, '70 hours');
    expect((await attempt(id)).events).toEqual([]);
    await age(id, '49 hours');
    expect((await attempt(id)).events).toEqual([`webhook_endpoint.failing ${id}`]);
  });

  it('stays active if a delivery row shows a success', async () => {
    const id = await endpoint();
    reply = 200;
    await attempt(id);
    reply = 500;
    await attempt(id);
    await age(id, '48 hours');
    await attempt(id);
    await harness.tamper(
      sql`update webhook_endpoints set failing_since = now() - interval '9 days' where id = ${id}`,
    );
    expect((await attempt(id)).events).toEqual([]);
    expect((await show(id)).is_active).toBe(true);
  });
});

it('reports permanent failures immediately, at most once an hour', async () => {
  const id = await endpoint();
  reply = 422;
  const first = await attempt(id);
  expect(first.events).toEqual([`webhook_endpoint.refused ${id}`]);
  expect(first.mails).toHaveLength(2);
  expect(first.mails[0]).toMatchObject({ kind: 'webhook_refused', text: expect.stringContaining('422') });
  await age(id, '59 minutes');
  expect(await attempt(id)).toMatchObject({ events: [], mails: [] });
  await age(id, '2 minutes');
  expect((await attempt(id)).events).toEqual([`webhook_endpoint.refused ${id}`]);
});

it('mails no administrator if the organization has switched the mails off', async () => {
  const switchMails = (webhook_failures: boolean | null) =>
    owner.call('PATCH', '/organizations/current/settings', { notifications: { webhook_failures } });
  expect((await switchMails(false)).status).toBe(200);
  const id = await endpoint();
  reply = 422;
  expect(await attempt(id)).toMatchObject({ events: [`webhook_endpoint.refused ${id}`], mails: [] });
  await switchMails(null);
});

it('switches an endpoint off after a 410, cancels pending deliveries and notifies admins', async () => {
  const id = await endpoint();
  reply = 410;
  await harness.insertDue(id, 30);
  const off = await attempt(id);
  expect(off.events).toEqual([`webhook_endpoint.disabled ${id}`]);
  expect(off.mails.map((one) => one.kind)).toEqual(['webhook_disabled', 'webhook_disabled']);
  const counts = await harness.counts(id);
  expect(Object.keys(counts).sort()).toEqual(['cancelled', 'failed']);
  expect(counts.failed).toBeLessThanOrEqual(10);
  // Recorded and disabled in one transaction: a worker that dies has done both or neither.
  const together = await service.rows(
    sql`select 1 from audit_log a join webhook_deliveries d on d.org_id = a.org_id and d.webhook_id = a.record_id
      where a.org_id = ${owner.user.org_id} and a.action = 'disable' and a.record_id = ${id}
        and d.status = 'failed' and d.xmin = a.xmin`,
  );
  expect(together.length).toBeGreaterThan(0);
});

it('sends one request at a time after a timeout, until one succeeds', async () => {
  const id = await endpoint();
  reply = 'nothing';
  await harness.insertDue(id, 25);
  const before = receiver.received.length;
  const draining = new AbortController();
  const running = harness.run(id, draining.signal);
  await expect.poll(async () => (await harness.counts(id)).failed ?? 0).toBeGreaterThan(11);
  draining.abort();
  await running;
  const { failed } = await harness.counts(id);
  // At most ten concurrent requests, then each starts after the previous one ended.
  expect(receiver.received.length - before).toBe(failed);
  const rows = (await harness.rows(id)).filter((row) => row.finished_at);
  const times = rows
    .map((row) => [row.started_at.getTime(), row.finished_at.getTime()])
    .sort((a, b) => a[0] - b[0]);
  for (let n = 11; n < times.length; n++)
    expect(times[n]?.[0]).toBeGreaterThanOrEqual((times[n - 1]?.[1] ?? 0) - 50);
  const flag = () =>
    service.rows<any>(sql`select single_until_success as single from webhook_endpoints where id = ${id}`);
  expect(await flag()).toEqual([{ single: true }]);
  reply = 200;
  expect(await harness.run(id)).not.toBeNull();
  expect(await flag()).toEqual([{ single: false }]);
});

it('computes health changes from results in the order of their ends', () => {
  const end = (status: 'succeeded' | 'failed' | 'cancelled', is_timeout = false) =>
    ({ status, http: { is_timeout } }) as never;
  const healthy = { failing_since: null, single_until_success: false };
  const failingEndpoint = { failing_since: new Date(), single_until_success: true };
  expect(computeHealthChange(healthy, [end('succeeded'), end('cancelled')])).toBeNull();
  expect(computeHealthChange(healthy, [end('succeeded'), end('failed')])).toEqual({
    failing: 'begins',
    single_until_success: false,
  });
  expect(computeHealthChange(healthy, [end('failed', true)])).toEqual({
    failing: 'begins',
    single_until_success: true,
  });
  expect(computeHealthChange(failingEndpoint, [end('failed')])).toBeNull();
  expect(computeHealthChange(failingEndpoint, [end('failed'), end('succeeded')])).toEqual({
    failing: 'ends',
    single_until_success: false,
  });
  expect(computeHealthChange(failingEndpoint, [end('succeeded'), end('failed')])).toEqual({
    failing: 'begins',
    single_until_success: false,
  });
});
