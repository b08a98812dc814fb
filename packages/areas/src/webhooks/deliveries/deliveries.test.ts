import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../testing/lane-harness.ts';

const { sql } = Prisma;
let service: TestService;
let owner: Client;
let harness: LaneHarness;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0,3600,3600' });
  receiver = await startReceiver({ '/fails': (res) => res.writeHead(500).end() });
  owner = await service.newOrganization();
  harness = createLaneHarness(service, owner);
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});

const retry = (id: number, did: number) => owner.call('POST', `/webhooks/${id}/deliveries/${did}/retry`);
const list = async (id: number, query = '') =>
  (await owner.call('GET', `/webhooks/${id}/deliveries${query}`)).body;

it('is retried as a new attempt with the highest number, with event and audit entry', async () => {
  const id = await harness.createEndpoint(receiver.url('/fails'));
  const [first] = await harness.insertDue(id, 1);
  await harness.run(id);
  // The first attempt failed and the second is scheduled for later; a manual one does not wait.
  const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, () =>
    retry(id, Number(first)),
  );
  expect([result.status, result.body]).toMatchObject([
    202,
    { attempt: 4, is_manual: true, status: 'pending' },
  ]);
  expect(events).toEqual([`webhook_endpoint.delivery_retried ${id}`]);
  expect(audit).toMatchObject([{ resource: 'webhook_delivery', record_id: result.body.id }]);
  expect(outbox).toBe(1);
  await harness.run(id);
  const rows = await harness.rows(id);
  expect(rows.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 'failed'],
    [2, 'pending'],
    [4, 'failed'],
  ]);
  expect(new Set(rows.map((row) => row.event_id)).size).toBe(1);
  expect((await retry(id, result.body.id)).body.attempt).toBe(5);
});

it('gets distinct attempt numbers for concurrent retries', async () => {
  const id = await harness.createEndpoint(receiver.url('/fails'));
  const [first] = await harness.insertDue(id, 1);
  await harness.run(id);
  const retries = await Promise.all(Array.from({ length: 8 }, () => retry(id, Number(first))));
  expect(retries.map((one) => one.status)).toEqual(Array(8).fill(202));
  expect((await harness.rows(id)).map((row) => row.attempt)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11]);
});

it('gets a number that no scheduled attempt will use', async () => {
  const id = await harness.createEndpoint(receiver.url('/fails'));
  const [did] = await harness.insertDue(id, 1);
  await harness.run(id);
  expect((await retry(id, Number(did))).body).toMatchObject({ is_manual: true });
  for (let follows = 0; follows < 6; follows += 1) {
    await harness.tamper(
      sql`update webhook_deliveries set scheduled_at = now() where webhook_id = ${id} and status = 'pending'`,
    );
    await harness.run(id);
  }
  const { length } = service.config.WEBHOOK_RETRY_SCHEDULE;
  const attempts = (await harness.rows(id)).map((row) => row.attempt).sort((one, other) => one - other);
  expect(attempts).toEqual(Array.from({ length: length + 1 }, (_, index) => index + 1));
});

it.each(['pending', 'delivering', 'succeeded', 'cancelled'])(
  'cannot be retried while it is %s',
  async (status) => {
    const id = await harness.createEndpoint(receiver.url('/ok'));
    const [did] = await harness.insertDue(id, 1);
    const isFinished = ['succeeded', 'cancelled'].includes(status);
    await harness.tamper(sql`update webhook_deliveries set status = ${status}::delivery_status,
    finished_at = case when ${isFinished} then now() end, filed_at = case when ${isFinished} then now() else 'infinity' end
    where id = ${did}::int8`);
    const { result, events } = await recordedBy(service, owner.user.org_id, () => retry(id, Number(did)));
    expect(result.status).toBe(422);
    expect(result.body.details.fieldErrors.did[0]).toContain(status);
    expect([events, await harness.counts(id)]).toEqual([[], { [status]: 1 }]);
  },
);

it('is found only under its own endpoint', async () => {
  const [one, other] = [
    await harness.createEndpoint(receiver.url('/fails')),
    await harness.createEndpoint(receiver.url('/fails')),
  ];
  const [did] = await harness.insertDue(one, 1);
  await harness.run(one);
  expect((await retry(other, Number(did))).status).toBe(404);
  expect((await retry(one, Number(did))).status).toBe(202);
});

it('is listed newest first across open and monthly partitions', async () => {
  const id = await harness.createEndpoint(receiver.url('/ok'));
  const created = await harness.insertDue(id, 9);
  await harness.run(id);
  await harness.tamper(sql`update webhook_deliveries set finished_at = now() - id % 3 * interval '31 days',
    filed_at = now() - id % 3 * interval '31 days' where webhook_id = ${id}`);
  created.push(...(await harness.insertDue(id, 2)));
  const newest = created.toReversed();
  const pages = await Promise.all([0, 4, 8, 12].map((offset) => list(id, `?limit=4&offset=${offset}`)));
  expect(pages.flatMap(({ data }) => data.map((one: any) => one.id))).toEqual(newest);
  expect(pages.map(({ total }) => total)).toEqual([11, 11, 11, 11]);
  const { data, total } = await list(id, '?status=pending');
  expect([total, data.map((one: any) => one.id)]).toEqual([2, newest.slice(0, 2)]);
  const shown = (await owner.call('GET', `/webhooks/${id}`)).body.recent_deliveries;
  expect(shown.map((one: any) => one.id)).toEqual(newest);
  for (const one of shown) expect(one).not.toHaveProperty('filed_at');
});

it('is not created for events while an endpoint was inactive', async () => {
  const id = await harness.createEndpoint(receiver.url('/back'));
  await harness.insertDue(id, 3);
  await owner.call('PATCH', `/webhooks/${id}`, { is_active: false });
  await owner.call('PATCH', `/webhooks/${id}`, { is_active: true });
  expect(await harness.run(id)).toBeNull();
  expect([await harness.counts(id), receiver.at('/back')]).toEqual([{ cancelled: 3 }, []]);
});
