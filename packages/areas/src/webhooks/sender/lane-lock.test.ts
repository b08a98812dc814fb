import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLaneHarness, type LaneHarness } from '../testing/lane-harness.ts';
import { acquireLane, insertResults, leaseDue, releaseLane, returnLeases } from './queue/lane.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let harness: LaneHarness;
let inFlight = 0;
let maxInFlight = 0;
/** The receiver responds at `/busy` only after this promise is settled. */
let othersEnded: Promise<unknown> = Promise.resolve();
const held: (() => void)[] = [];
const respondHeld = () => {
  for (const respond of held.splice(0)) respond();
};
beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0,3600', WEBHOOK_TIMEOUT_MS: '8000' });
  owner = await service.newOrganization();
  harness = createLaneHarness(service, owner);
  receiver = await startReceiver({
    '/busy': (res) => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      void othersEnded.then(() =>
        setTimeout(() => {
          inFlight -= 1;
          res.writeHead(200).end();
        }, 5),
      );
    },
    '/busy-for-two-hours': (res) => res.writeHead(429, { 'retry-after': '7200' }).end(),
    '/busy-for-years': (res) => res.writeHead(503, { 'retry-after': '1000000000' }).end(),
    '/held': (res) => void held.push(() => res.writeHead(500).end()),
  });
});
afterAll(async () => {
  respondHeld();
  await receiver?.stop();
  await service?.stop();
});

const idsAt = (path: string) => receiver.at(path).map((one) => Number(one.headers['x-service-delivery-id']));
const createLock = (webhook_id: number, holder: string) => ({
  org_id: owner.user.org_id,
  webhook_id,
  holder,
  seconds: 10,
});
const any = { ordered: false, rate_limit_per_second: null };
const successResult = {
  response_status: 200,
  response_headers: {},
  response_body: '',
  error: null,
  duration_ms: 1,
  is_timeout: false,
};

function allButOne(runs: readonly Promise<unknown>[]): Promise<void> {
  let ended = 0;
  return new Promise((resolve) => {
    const count = () => {
      ended += 1;
      if (ended === runs.length - 1) resolve();
    };
    for (const run of runs) run.then(count, count);
  });
}

describe('a delivery lane', () => {
  it('is processed by one of several concurrent runs, with at most ten requests in flight', async () => {
    const id = await harness.createEndpoint(receiver.url('/busy'));
    const ids = await harness.insertDue(id, 60);
    const started = Array.from({ length: 5 }, () => harness.run(id));
    othersEnded = allButOne(started);
    const runs = await Promise.all(started);
    expect(runs.filter((next) => next === null)).toHaveLength(1);
    expect(idsAt('/busy').sort((a, b) => a - b)).toEqual(ids);
    expect(maxInFlight).toBeGreaterThan(1);
    expect(maxInFlight).toBeLessThanOrEqual(10);
    expect(await harness.counts(id)).toEqual({ succeeded: 60 });
  });

  it('sends the same attempts again once the lock and leases of a dead run expire', async () => {
    const id = await harness.createEndpoint(receiver.url('/resumed'));
    const ids = await harness.insertDue(id, 3);
    const dead = createLock(id, 'dead');
    const from = Date.now();
    expect((await acquireLane(service.platform, dead))?.locked_by_other_until).toBeNull();
    await leaseDue(service.platform, dead, any, 10);
    const next = await harness.run(id);
    expect(next?.getTime()).toBeGreaterThan(from + 8_000);
    expect(idsAt('/resumed')).toEqual([]);
    await harness.tamper(sql`update webhook_lanes set held_until = now() where webhook_id = ${id}`);
    await harness.tamper(sql`update webhook_deliveries set lease_until = now() where webhook_id = ${id}`);
    expect(await harness.run(id)).toBeNull();
    expect(idsAt('/resumed').sort((a, b) => a - b)).toEqual(ids);
  });

  it('is not enqueued by the sweeper while a run holds its lock', async () => {
    const { webhookLane } = await import('./webhooks.lane.ts');
    const id = await harness.createEndpoint(receiver.url('/swept'));
    const isDue = async () =>
      ((await webhookLane.due(service.platform)) as unknown[]).some((one: any) => one.webhook_id === id);
    expect(await isDue()).toBe(false);
    await harness.insertDue(id, 1);
    expect(await isDue()).toBe(true);
    const other = createLock(id, 'other');
    await acquireLane(service.platform, other);
    expect(await isDue()).toBe(false);
    await releaseLane(service.platform, other);
    expect(await isDue()).toBe(true);
  });

  it('returns null for an endpoint that does not exist', async () => {
    expect(await harness.run(2_000_000_000)).toBeNull();
  });
});

describe('a run whose lease expired', () => {
  it('neither records nor returns attempts that another run has leased since', async () => {
    const id = await harness.createEndpoint(receiver.url('/late'));
    await harness.insertDue(id, 2);
    const [first, second] = await leaseDue(service.platform, createLock(id, 'first'), any, 2);
    await harness.tamper(sql`update webhook_deliveries set lease_until = now() where webhook_id = ${id}`);
    await leaseDue(service.platform, createLock(id, 'second'), any, 2);
    if (!first || !second) throw new Error('Nothing was leased');
    const late = { ...first, http: successResult, ended_ms_ago: 0, next_in_seconds: null };
    await insertResults(service.platform, createLock(id, 'first'), [{ ...late, status: 'succeeded' }]);
    await returnLeases(service.platform, createLock(id, 'first'), [second]);
    expect(await harness.counts(id)).toEqual({ delivering: 2 });
  });
});

describe('an attempt', () => {
  it('is not followed by another if its endpoint was disabled during the request', async () => {
    const id = await harness.createEndpoint(receiver.url('/held'));
    await harness.insertDue(id, 1);
    const running = harness.run(id);
    await expect.poll(() => held.length).toBe(1);
    await owner.call('PATCH', `/webhooks/${id}`, { is_active: false });
    respondHeld();
    expect(await running).toBeNull();
    expect(await harness.counts(id)).toEqual({ failed: 1 });
  });

  it('in flight is finished by a draining worker, which returns the other leases', async () => {
    const id = await harness.createEndpoint(receiver.url('/held'));
    await harness.insertDue(id, 14);
    const draining = new AbortController();
    const running = harness.run(id, draining.signal);
    await expect.poll(() => held.length).toBe(10);
    draining.abort();
    respondHeld();
    await running;
    // Each failed attempt is followed by a pending one.
    expect(await harness.counts(id)).toEqual({ failed: 10, pending: 14 });
    const given = (await harness.rows(id)).filter((row) => row.status === 'pending' && row.attempt === 1);
    expect(given.map((row) => [row.started_at, row.lease_until])).toEqual(Array(4).fill([null, null]));
  });

  it('of an archived event is cancelled with an error', async () => {
    const id = await harness.createEndpoint(receiver.url('/archived'));
    const [archived, existing] = await harness.insertDue(id, 2);
    await harness.tamper(
      sql`update webhook_deliveries set event_id = 999999999999 where id = ${archived}::int8`,
    );
    expect(await harness.run(id)).toBeNull();
    expect(idsAt('/archived')).toEqual([existing]);
    const [row] = await harness.rows(id);
    expect(row).toMatchObject({ status: 'cancelled', error: 'The event of this delivery has been archived' });
  });

  it('is recorded with its own times, from which the next attempt is scheduled', async () => {
    const id = await harness.createEndpoint(receiver.url('/held'));
    await harness.insertDue(id, 1);
    const running = harness.run(id);
    await expect.poll(() => held.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    respondHeld();
    const next = await running;
    const [first, second] = await harness.rows(id);
    expect(first.finished_at - first.started_at).toBe(first.duration_ms);
    expect(first.duration_ms).toBeGreaterThanOrEqual(290);
    const wait = second.scheduled_at - first.finished_at;
    expect(wait).toBeGreaterThanOrEqual(3_600_000);
    expect(wait).toBeLessThanOrEqual(3_960_000);
    expect(Math.abs((next?.getTime() ?? 0) - second.scheduled_at)).toBeLessThan(1_000);
  });

  it.each([
    ['/busy-for-two-hours', 7_200],
    ['/busy-for-years', 43_200],
  ])(
    'to %s is retried after the receiver’s Retry-After, at most twelve hours later',
    async (path, seconds) => {
      const id = await harness.createEndpoint(receiver.url(path));
      await harness.insertDue(id, 1);
      await harness.run(id);
      const [first, second] = await harness.rows(id);
      expect(second.scheduled_at - first.finished_at).toBe(seconds * 1_000);
    },
  );
});
