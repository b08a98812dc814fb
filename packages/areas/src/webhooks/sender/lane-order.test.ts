import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../testing/lane-harness.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let harness: LaneHarness;
let status = 200;
beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0,3600,3600' });
  owner = await service.newOrganization();
  harness = createLaneHarness(service, owner);
  const routes = Array.from({ length: 20 }, (_, n) => [`/${n}`, (res: any) => res.writeHead(status).end()]);
  receiver = await startReceiver(Object.fromEntries(routes));
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});
beforeEach(() => {
  status = 200;
});

const sentTo = (path: string) => receiver.at(path).map((one) => Number(one.headers['x-service-delivery-id']));
const later = (id: number) =>
  harness.tamper(
    sql`update webhook_deliveries set scheduled_at = now() where id = ${id}::int8 and status = 'pending'`,
  );

describe('an ordered endpoint', () => {
  it('receives events one by one in their order', async () => {
    const id = await harness.createEndpoint(receiver.url('/1'), { ordered: true });
    const ids = await harness.insertDue(id, 30);
    expect(await harness.run(id)).toBeNull();
    expect(sentTo('/1')).toEqual(ids);
  });

  it('holds later deliveries, without using attempts, until a failed one succeeds', async () => {
    const id = await harness.createEndpoint(receiver.url('/2'), { ordered: true });
    const [first, ...others] = await harness.insertDue(id, 5);
    status = 500;
    const next = await harness.run(id);
    expect(sentTo('/2')).toEqual([first]);
    expect(next?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    status = 200;
    expect((await harness.run(id))?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(sentTo('/2')).toHaveLength(1);
    const again = (await harness.rows(id)).find((row) => row.attempt === 2);
    await later(again.id);
    expect(await harness.run(id)).toBeNull();
    expect(sentTo('/2')).toEqual([first, again.id, ...others]);
    expect((await harness.rows(id)).map((row) => row.attempt)).toEqual([1, 1, 1, 1, 1, 2]);
  });

  it.each([
    ['has no attempts left', 500, [1, 2, 3]],
    ['failed permanently', 404, [1]],
  ])('continues after a delivery that %s', async (_, failedStatus, attempts) => {
    const path = `/${failedStatus === 500 ? 3 : 4}`;
    const id = await harness.createEndpoint(receiver.url(path), { ordered: true });
    const [first, second] = await harness.insertDue(id, 2);
    status = failedStatus;
    for (const attempt of attempts) {
      const waits = (await harness.rows(id)).find(
        (row) => row.attempt === attempt && row.status === 'pending',
      );
      await later(waits.id);
      await harness.run(id);
    }
    const rows = await harness.rows(id);
    const [event] = rows;
    expect(rows.filter((row) => row.event_id === event.event_id).map((row) => row.attempt)).toEqual(attempts);
    expect(event.id).toBe(first);
    expect(sentTo(path).at(-1)).toBe(second);
  });

  it('receives a manual attempt immediately, while other deliveries are still held', async () => {
    const id = await harness.createEndpoint(receiver.url('/5'), { ordered: true });
    await harness.insertDue(id, 1);
    status = 500;
    await harness.run(id);
    status = 200;
    const [manual] = await harness.insertDue(id, 1, { is_manual: true });
    await harness.insertDue(id, 1);
    await harness.run(id);
    expect(sentTo('/5').at(-1)).toBe(manual);
    expect(await harness.counts(id)).toEqual({ failed: 1, succeeded: 1, pending: 2 });
  });
});

describe('an endpoint without order', () => {
  it('receives other deliveries after a failure', async () => {
    const id = await harness.createEndpoint(receiver.url('/6'));
    await harness.insertDue(id, 1);
    status = 500;
    await harness.run(id);
    status = 200;
    await harness.insertDue(id, 3);
    await harness.run(id);
    expect(await harness.counts(id)).toEqual({ failed: 1, pending: 1, succeeded: 3 });
  });

  it('receives replays after all live deliveries', async () => {
    const id = await harness.createEndpoint(receiver.url('/7'), { ordered: false });
    const replayed = await harness.insertDue(id, 3, { is_manual: true, is_replay: true });
    const live = await harness.insertDue(id, 40);
    await harness.run(id);
    const sent = sentTo('/7');
    expect(new Set(sent)).toEqual(new Set([...live, ...replayed]));
    // Ten are in flight at once, in no particular order.
    expect(sent.slice(0, 30).filter((one) => replayed.includes(one))).toEqual([]);
  });
});

describe('a rate limit', () => {
  const stopTheClock = (id: number) =>
    harness.tamper(
      sql`update webhook_lanes set filled_at = now() + interval '1 hour' where webhook_id = ${id}`,
    );
  const passHalfASecond = (id: number) =>
    harness.tamper(
      sql`update webhook_lanes set filled_at = now() - interval '500 milliseconds' where webhook_id = ${id}`,
    );

  it('delays deliveries without failing them, and returns when the next may be sent', async () => {
    const id = await harness.createEndpoint(receiver.url('/8'), { rate_limit_per_second: 2 });
    await harness.insertDue(id, 3);
    const from = Date.now();
    const next = await harness.run(id);
    expect(sentTo('/8')).toHaveLength(1);
    expect(next?.getTime()).toBeGreaterThan(from);
    await stopTheClock(id);
    expect((await harness.run(id))?.getTime()).toBeGreaterThan(Date.now());
    expect(sentTo('/8')).toHaveLength(1);
    await passHalfASecond(id);
    await harness.run(id);
    expect(sentTo('/8')).toHaveLength(2);
    expect(await harness.counts(id)).toEqual({ succeeded: 2, pending: 1 });
    expect((await harness.rows(id)).every((row) => row.attempt === 1)).toBe(true);
  });

  it('permits a burst of a tenth of a second, and restores the tokens of returned leases', async () => {
    const id = await harness.createEndpoint(receiver.url('/9'), { rate_limit_per_second: 50 });
    await harness.insertDue(id, 9);
    const draining = new AbortController();
    draining.abort();
    await harness.run(id, draining.signal);
    expect(await harness.counts(id)).toEqual({ pending: 9 });
    await harness.tamper(
      sql`update webhook_lanes set tokens = 5, filled_at = now() + interval '1 hour' where webhook_id = ${id}`,
    );
    await harness.tamper(sql`update webhook_lanes set filled_at = now() where webhook_id = ${id}`);
    await harness.run(id);
    expect(sentTo('/9').length).toBeGreaterThanOrEqual(5);
    expect(await harness.counts(id)).not.toHaveProperty('failed');
  });
});
