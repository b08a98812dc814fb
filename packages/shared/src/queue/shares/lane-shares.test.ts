import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Platform } from '../../platform.ts';
import { type Job, type Lane, lane } from '../job.ts';
import { LaneQueues, LaneWorkers } from '../lanes.ts';

let service: TestService;
let platform: Platform;
let now: number;
const verified: number[] = [];
const unverified: number[] = [];
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  platform = { ...service.platform, clock: { now: () => new Date(now) } };
  const create = async (isVerified: boolean) =>
    (await service.newOrganization(undefined, isVerified)).user.org_id;
  for (let one = 0; one < 5; one += 1) {
    verified.push(await create(true));
    unverified.push(await create(false));
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => service.stop());

/** Starts workers of a lane whose runs, in order of their start, end when they are released. */
async function startLane(queue: string, concurrency: number, workers = 1) {
  now = Date.now();
  const runs: { org_id: number; finish(): void }[] = [];
  const active = new Set<number>();
  const declared: Job = lane<{ org_id: number }>({
    queue,
    payload: z.object({ org_id: z.int() }),
    key: ({ org_id }) => `org-${org_id}`,
    concurrency,
    sharedBy: ({ org_id }) => org_id,
    due: async () => [],
    run: async ({ payload: { org_id } }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      active.add(org_id);
      runs.push({ org_id, finish: resolve });
      await promise;
      active.delete(org_id);
      return null;
    },
  });
  const laneQueues = new LaneQueues(platform, [declared]);
  stops.push(() => laneQueues.close());
  const isConnected = () =>
    laneQueues.ping().then(
      () => true,
      () => false,
    );
  await eventually(isConnected, (isDone) => isDone);
  for (let one = 0; one < workers; one += 1) {
    const worker = new LaneWorkers(platform, laneQueues, [declared]);
    worker.start();
    stops.push(() => worker.stop(0));
  }
  const wake = (...org_ids: number[]) =>
    laneQueues.enqueue(org_ids.map((org_id) => ({ queue, key: `org-${org_id}`, payload: { org_id } })));
  const started = () => runs.map(({ org_id }) => org_id);
  const hasStarted = (...org_ids: number[]) =>
    eventually(started, (all) => org_ids.every((org_id) => all.includes(org_id)));
  const finish = async (org_id: number) => {
    runs.findLast((one) => one.org_id === org_id)?.finish();
    await eventually(
      () => active.has(org_id),
      (isActive) => !isActive,
    );
  };
  const shared = declared as unknown as Lane;
  const used = (org_id: number, seconds: number) =>
    laneQueues.shares.addUse(shared, { org_id }, seconds * 1_000);
  const waiting = async (name: string, ...states: ('wait' | 'prioritized' | 'active')[]) => {
    const jobs = await laneQueues.queues.find((one) => one.name === name)?.getJobs(states);
    return jobs?.map((job) => job.data.org_id);
  };
  return { laneQueues, shared, wake, started, hasStarted, finish, active, used, waiting };
}

it('starts the lane of a verified organization while long ones of unverified organizations were enqueued before', async () => {
  const held = await startLane('held-alone', 1);
  await held.wake(...unverified);
  await held.hasStarted(unverified[0] as number);
  const [mine = 0, other = 0] = verified;
  await held.wake(mine);
  await held.hasStarted(mine);
  expect(held.started()).toEqual([unverified[0], mine]);
  await held.finish(mine);
  await held.wake(other);
  await held.hasStarted(other);
  expect([...held.active]).toEqual([unverified[0], other]);
  await held.finish(unverified[0] as number);
  await held.hasStarted(unverified[1] as number);
});

it('runs lanes of unverified organizations in half as many slots, in every worker', async () => {
  const held = await startLane('held-by-two', 2, 2);
  await held.wake(...unverified, ...verified);
  await eventually(
    () => held.active.size,
    (count) => count === 6,
  );
  await eventually(
    () => held.waiting('held-by-two-unverified', 'wait'),
    (waiting) => waiting?.length === 3,
  );
  const isUnverified = (org_id: number) => unverified.includes(org_id);
  expect([...held.active].filter(isUnverified)).toHaveLength(2);
  expect(await held.waiting('held-by-two', 'wait')).toEqual(expect.arrayContaining([verified[4]]));
});

it('runs organizations that have used much time behind those that have not', async () => {
  const held = await startLane('held-in-order', 1);
  const [blocker = 0, heavy = 0, busy = 0, light = 0, fresh = 0] = verified;
  await held.used(heavy, 300);
  await held.used(busy, 30);
  await held.used(light, 1);
  await held.wake(blocker);
  await held.hasStarted(blocker);
  await held.wake(heavy, busy, light, fresh);
  for (const org_id of [blocker, light, fresh, busy, heavy]) {
    await held.hasStarted(org_id);
    await held.finish(org_id);
  }
  expect(held.started()).toEqual([blocker, light, fresh, busy, heavy]);
});

it('counts the time of runs, also of those of unverified organizations', async () => {
  const held = await startLane('held-measured', 2);
  const [blocker = 0, heavy = 0, fresh = 0] = unverified;
  const real = performance.now.bind(performance);
  let elapsed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => real() + elapsed);
  await held.wake(heavy);
  await held.hasStarted(heavy);
  elapsed = 60_000;
  await held.finish(heavy);
  await held.wake(blocker);
  await held.hasStarted(blocker);
  await held.wake(heavy, fresh);
  await eventually(
    () => held.waiting('held-measured-unverified', 'wait'),
    (waiting) => waiting?.length === 2,
  );
  await held.finish(blocker);
  await held.hasStarted(fresh);
  await held.finish(fresh);
  await eventually(held.started, (all) => all.length === 4);
  expect(held.started()).toEqual([heavy, blocker, fresh, heavy]);
});

it('runs an organization immediately if no other waits, whatever time it has used', async () => {
  const held = await startLane('held-idle', 1);
  const [heavy = 0] = verified;
  await held.used(heavy, 300);
  await held.wake(heavy);
  await held.hasStarted(heavy);
  expect(await held.waiting('held-idle', 'active')).toEqual([heavy]);
});

it('moves waiting organizations forward when the time that they used decays', async () => {
  const held = await startLane('held-decayed', 1);
  const [blocker = 0, heavy = 0, second = 0, fresh = 0] = verified;
  await held.used(heavy, 300);
  await held.wake(blocker);
  await held.hasStarted(blocker);
  await held.wake(heavy, second);
  await held.finish(blocker);
  await held.hasStarted(second);
  expect(await held.waiting('held-decayed', 'prioritized')).toEqual([heavy]);
  await held.laneQueues.shares.refresh(held.shared);
  expect(await held.waiting('held-decayed', 'prioritized')).toEqual([heavy]);
  now += 20 * 60_000;
  await held.laneQueues.shares.refresh(held.shared);
  expect(await held.waiting('held-decayed', 'wait')).toEqual([heavy]);
  await held.wake(fresh);
  for (const org_id of [second, heavy, fresh]) {
    await held.hasStarted(org_id);
    await held.finish(org_id);
  }
  expect(held.started()).toEqual([blocker, second, heavy, fresh]);
});

it('moves the lane of an organization that was verified while it waited', async () => {
  const held = await startLane('held-verified', 1);
  const [blocker = 0, late = 0] = unverified;
  await held.wake(blocker);
  await held.hasStarted(blocker);
  const [mine = 0] = verified;
  await held.laneQueues.enqueue([
    { queue: 'held-verified-unverified', key: `org-${mine}`, payload: { org_id: mine } },
    { queue: 'held-verified-unverified', key: `org-${late}`, payload: { org_id: late } },
  ]);
  await held.finish(blocker);
  await held.hasStarted(mine, late);
  expect(await held.waiting('held-verified', 'active')).toEqual([mine]);
  expect(await held.waiting('held-verified-unverified', 'active')).toEqual([late]);
});

it('sweeps the lanes of unverified organizations into their queue, and keeps only runs for operators', async () => {
  const held = await startLane('held-swept', 1);
  const [blocker = 0, waiting = 0] = unverified;
  const [mine = 0] = verified;
  await held.wake(blocker, mine);
  await held.hasStarted(blocker, mine);
  const payloads = [waiting, mine].map((org_id) => ({ org_id }));
  expect((await held.laneQueues.shares.wakeUps(held.shared, payloads)).map(({ queue }) => queue)).toEqual([
    'held-swept-unverified',
    'held-swept',
  ]);
  const [queue] = held.laneQueues.queues;
  expect(await queue?.getJobCounts('completed', 'failed')).toEqual({ completed: 0, failed: 0 });
});
