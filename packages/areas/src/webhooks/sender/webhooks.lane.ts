import { randomUUID } from 'node:crypto';
import { type Job, type LaneRun, lane, type Platform } from '@wfp/shared';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { healthEvents } from './health/endpoint-health.ts';
import { LanePayload, laneKey, laneQueue } from './lane-key.ts';
import { LockedEndpoint } from './locked-endpoint.ts';
import { degradedGroups, permitGroups } from './permit-groups.ts';
import {
  acquireLane,
  cancelOpen,
  type EndpointConfig,
  findDueLanes,
  findNextDue,
  type LaneLock,
  releaseLane,
} from './queue/lane.store.ts';
import { leaseSeconds } from './queue/lease-size.ts';

/** Number of endpoints that one worker serves concurrently. The limiter bounds their requests. */
const maxLanes = 500;
const retryLaterMs = 2_000;

const limiters = new WeakMap<Platform, ConcurrencyLimiter>();

function getLimiter(platform: Platform): ConcurrencyLimiter {
  const known = limiters.get(platform);
  if (known) return known;
  const limiter = new ConcurrencyLimiter(platform.config.WEBHOOK_MAX_IN_FLIGHT);
  limiters.set(platform, limiter);
  return limiter;
}

/** The lane of an endpoint: sends the deliveries that are due and records their results. */
export const webhookLane: Job = lane<LanePayload>({
  queue: laneQueue,
  payload: LanePayload,
  key: laneKey,
  concurrency: maxLanes,
  emits: healthEvents,
  due: findDueLanes,
  run: async (run) => {
    const { platform, payload } = run;
    const seconds = leaseSeconds(platform.config.WEBHOOK_TIMEOUT_MS);
    const lock = { ...payload, holder: randomUUID(), seconds };
    const lockedAt = performance.now();
    const config = await acquireLane(platform, lock);
    if (!config) return null;
    if (config.locked_by_other_until) return retryAfter(platform, config.locked_by_other_until);
    try {
      if (config.is_paused) return null;
      if (config.is_active) return await deliver(run, lock, config, lockedAt);
      await cancelOpen(platform, payload);
      return null;
    } finally {
      await releaseLane(platform, lock);
    }
  },
});

/** @returns when to run the lane again; null if nothing is pending or the endpoint was disabled */
async function deliver(
  run: LaneRun<LanePayload>,
  lock: LaneLock,
  config: EndpointConfig,
  lockedAt: number,
): Promise<Date | null> {
  const { platform, payload, signal } = run;
  const limiter = getLimiter(platform);
  const groups = permitGroups(limiter.max, lock, config);
  const permits = config.single_until_success
    ? limiter.acquireNow(groups, degradedGroups(limiter.max, lock, config))
    : await limiter.acquire(groups, signal);
  if (!permits) return retryAfter(platform, platform.clock.now());
  let endpoint: LockedEndpoint;
  try {
    endpoint = new LockedEndpoint(run, lock, config, lockedAt);
    await new DeliveryLoop(run, endpoint, permits).deliver();
  } finally {
    permits.release();
  }
  if (endpoint.config.is_paused) return null;
  if (endpoint.config.is_active) return findNextDue(platform, payload, endpoint.config);
  await cancelOpen(platform, payload);
  return null;
}

/** Delays a run that could not start, so that other lanes go first. */
function retryAfter(platform: Platform, at: Date): Date {
  return new Date(Math.max(at.getTime(), platform.clock.now().getTime() + retryLaterMs));
}
