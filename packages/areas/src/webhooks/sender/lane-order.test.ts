import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../testing/lane-harness.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hand: LaneHarness;
let status = 200;
beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0,3600,3600' });
  owner = await service.newOrganization();
  hand = createLaneHarness(service, owner);
  const answers = Array.from({ length: 20 }, (_, n) => [`/${n}`, (res: any) => res.writeHead(status).end()]);
  receiver = await startReceiver(Object.fromEntries(answers));
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
  hand.tamper(
    sql`update webhook_deliveries set scheduled_at = now() where id = ${id}::int8 and status = 'pending'`,
  );

describe('an endpoint that wants the order of events', () => {
  it('gets them one by one in that order', async () => {
    const id = await hand.createEndpoint(receiver.url('/1'), { ordered: true });
    const ids = await hand.insertDue(id, 30);
    expect(await hand.run(id)).toBeNull();
    expect(sentTo('/1')).toEqual(ids);
  });

  it('waits behind one that failed, which costs no attempt, until that one arrived', async () => {
    const id = await hand.createEndpoint(receiver.url('/2'), { ordered: true });
    const [first, ...others] = await hand.insertDue(id, 5);
    status = 500;
    const next = await hand.run(id);
    expect(sentTo('/2')).toEqual([first]);
    expect(next?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    status = 200;
    expect((await hand.run(id))?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(sentTo('/2')).toHaveLength(1);
    const again = (await hand.rows(id)).find((row) => row.attempt === 2);
    await later(again.id);
    expect(await hand.run(id)).toBeNull();
    expect(sentTo('/2')).toEqual([first, again.id, ...others]);
    expect((await hand.rows(id)).map((row) => row.attempt)).toEqual([1, 1, 1, 1, 1, 2]);
  });

  it.each([
    ['has used up its attempts', 500, [1, 2, 3]],
    ['was refused for good', 404, [1]],
  ])('goes on behind one that %s', async (_, answer, attempts) => {
    const path = `/${answer === 500 ? 3 : 4}`;
    const id = await hand.createEndpoint(receiver.url(path), { ordered: true });
    const [first, second] = await hand.insertDue(id, 2);
    status = answer;
    for (const attempt of attempts) {
      const waits = (await hand.rows(id)).find((row) => row.attempt === attempt && row.status === 'pending');
      await later(waits.id);
      await hand.run(id);
    }
    const rows = await hand.rows(id);
    const [event] = rows;
    expect(rows.filter((row) => row.event_id === event.event_id).map((row) => row.attempt)).toEqual(attempts);
    expect(event.id).toBe(first);
    expect(sentTo(path).at(-1)).toBe(second);
  });

  it('gets at once what somebody asked for, and keeps the rest waiting', async () => {
    const id = await hand.createEndpoint(receiver.url('/5'), { ordered: true });
    await hand.insertDue(id, 1);
    status = 500;
    await hand.run(id);
    status = 200;
    const [asked] = await hand.insertDue(id, 1, { is_manual: true });
    await hand.insertDue(id, 1);
    await hand.run(id);
    expect(sentTo('/5').at(-1)).toBe(asked);
    expect(await hand.counts(id)).toEqual({ failed: 1, succeeded: 1, pending: 2 });
  });
});

describe('any other', () => {
  it('is not kept from the rest by a failure', async () => {
    const id = await hand.createEndpoint(receiver.url('/6'));
    await hand.insertDue(id, 1);
    status = 500;
    await hand.run(id);
    status = 200;
    await hand.insertDue(id, 3);
    await hand.run(id);
    expect(await hand.counts(id)).toEqual({ failed: 1, pending: 1, succeeded: 3 });
  });

  it('gets replays behind all that is live', async () => {
    const id = await hand.createEndpoint(receiver.url('/7'), { ordered: false });
    const replayed = await hand.insertDue(id, 3, { is_manual: true, is_replay: true });
    const live = await hand.insertDue(id, 40);
    await hand.run(id);
    const sent = sentTo('/7');
    expect(new Set(sent)).toEqual(new Set([...live, ...replayed]));
    // Ten are under way at once, in no order among themselves.
    expect(sent.slice(0, 30).filter((one) => replayed.includes(one))).toEqual([]);
  });
});

describe('a limit of requests a second', () => {
  const stopTheClock = (id: number) =>
    hand.tamper(sql`update webhook_lanes set filled_at = now() + interval '1 hour' where webhook_id = ${id}`);
  const passHalfASecond = (id: number) =>
    hand.tamper(
      sql`update webhook_lanes set filled_at = now() - interval '500 milliseconds' where webhook_id = ${id}`,
    );

  it('makes deliveries wait, which is no failure, and says when the next may go', async () => {
    const id = await hand.createEndpoint(receiver.url('/8'), { rate_limit_per_second: 2 });
    await hand.insertDue(id, 3);
    const from = Date.now();
    const next = await hand.run(id);
    expect(sentTo('/8')).toHaveLength(1);
    expect(next?.getTime()).toBeGreaterThan(from);
    await stopTheClock(id);
    expect((await hand.run(id))?.getTime()).toBeGreaterThan(Date.now());
    expect(sentTo('/8')).toHaveLength(1);
    await passHalfASecond(id);
    await hand.run(id);
    expect(sentTo('/8')).toHaveLength(2);
    expect(await hand.counts(id)).toEqual({ succeeded: 2, pending: 1 });
    expect((await hand.rows(id)).every((row) => row.attempt === 1)).toBe(true);
  });

  it('lets a tenth of a second through at once, and what was given back again', async () => {
    const id = await hand.createEndpoint(receiver.url('/9'), { rate_limit_per_second: 50 });
    await hand.insertDue(id, 9);
    const draining = new AbortController();
    draining.abort();
    await hand.run(id, draining.signal);
    expect(await hand.counts(id)).toEqual({ pending: 9 });
    await hand.tamper(
      sql`update webhook_lanes set tokens = 5, filled_at = now() + interval '1 hour' where webhook_id = ${id}`,
    );
    await hand.tamper(sql`update webhook_lanes set filled_at = now() where webhook_id = ${id}`);
    await hand.run(id);
    expect(sentTo('/9').length).toBeGreaterThanOrEqual(5);
    expect(await hand.counts(id)).not.toHaveProperty('failed');
  });
});
