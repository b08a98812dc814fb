import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let workers: Awaited<ReturnType<typeof startWorker>>[];
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  const log = createLogger('worker', 'fatal');
  workers = await Promise.all([1, 2].map(() => startWorker({ config: service.config, log, opsPort: 0 })));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await service.stop();
});

const make = async (name: string, by = owner) =>
  (await by.call('POST', '/api-keys', { name })).body.id as number;
const endIn = (id: number, span: string) =>
  executeOperational(
    service.platform,
    sql`update api_keys set expires_at = now() + ${span}::interval where id = ${id} returning id`,
  );
const notices = async (id: number): Promise<string[]> =>
  (
    await service.rows(sql`select event_type from events where org_id = ${owner.user.org_id} and aggregate_type = 'api_key'
      and aggregate_id = ${id} and event_type like 'api_key.expir%' order by id`)
  ).map((row) => row.event_type);
const countMails = async (to = owner.user.email) =>
  (await service.rows(sql`select id from mails where to_address = ${to} and kind = 'api_key_expiring'`))
    .length;

it('notifies a week and a day before the expiry and at the expiry, each once', async () => {
  const id = await make('Nightly');
  await endIn(id, '6 days');
  await eventually(
    () => notices(id),
    (types) => types.length > 0,
  );
  await endIn(id, '20 hours');
  await eventually(
    () => notices(id),
    (types) => types.length > 1,
  );
  await endIn(id, '0 seconds');
  await eventually(
    () => notices(id),
    (types) => types.length > 2,
  );
  // Another key's notice shows that the lane has run again.
  const other = await make('Other');
  await endIn(other, '-1 seconds');
  await eventually(
    () => notices(other),
    (types) => types.length > 0,
  );
  expect(await notices(id)).toEqual(['api_key.expiring', 'api_key.expiring', 'api_key.expired']);
  expect(await notices(other)).toEqual(['api_key.expired']);
  expect(await countMails()).toBe(2);
  const entries = await service.rows(sql`select action, actor_type::text, after from audit_log
    where org_id = ${owner.user.org_id} and resource = 'api_key' and record_id = ${id} and action like 'expir%' order by id`);
  expect(entries).toMatchObject([
    { action: 'expiry_notice', actor_type: 'system', after: { expiry_notices: [7] } },
    { action: 'expiry_notice', after: { expiry_notices: [7, 1] } },
    { action: 'expire', after: { expiry_notices: [7, 1, 0] } },
  ]);
});

it('notifies each of many keys once with two workers', async () => {
  const person = await service.newUser(owner, ['employee']);
  const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => make(`Key ${index}`, person)));
  await executeOperational(
    service.platform,
    sql`update api_keys set expires_at = now() + interval '2 days' where id = any(${ids}::int[]) returning id`,
  );
  const counted = () =>
    service.rows(sql`select count(*)::int as events, count(distinct aggregate_id)::int as keys from events
      where org_id = ${owner.user.org_id} and event_type = 'api_key.expiring' and aggregate_id = any(${ids}::int[])`);
  await eventually(counted, ([row]) => row.keys === 30);
  expect(await counted()).toEqual([{ events: 30, keys: 30 }]);
  expect(await countMails(person.user.email)).toBe(30);
});

it('does not notify about revoked, rotated or short-lived keys', async () => {
  const revoked = await make('Revoked');
  await owner.call('DELETE', `/api-keys/${revoked}`);
  await endIn(revoked, '1 hour');
  const rotated = await make('Rotated');
  await owner.call('POST', `/api-keys/${rotated}/rotate`, {});
  const soon = { name: 'Soon', expires_at: new Date(Date.now() + 3_600_000).toISOString() };
  const short = (await owner.call('POST', '/api-keys', soon)).body.id;
  const seen = await make('Seen');
  await endIn(seen, '1 hour');
  await eventually(
    () => notices(seen),
    (types) => types.length > 0,
  );
  expect([await notices(revoked), await notices(rotated), await notices(short)]).toEqual([[], [], []]);
});

it('sends no mail if the organization has switched it off, but writes the event', async () => {
  const org = await service.newOrganization();
  const settings = { notifications: { api_key_expiry: false } };
  expect((await org.call('PATCH', '/organizations/current/settings', settings)).status).toBe(200);
  const id = await make('Silent', org);
  await endIn(id, '6 days');
  const events = () =>
    service.rows(
      sql`select 1 from events where org_id = ${org.user.org_id} and event_type = 'api_key.expiring'`,
    );
  await eventually(events, (rows) => rows.length === 1);
  expect(await countMails(org.user.email)).toBe(0);
});
