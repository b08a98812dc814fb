import { randomUUID } from 'node:crypto';
import { type Job, type LaneRun, lane, type Platform } from '@wfp/shared';
import { InFlight } from './concurrency-limiter.ts';
import { type Held, LaneSession } from './delivery-loop.ts';
import { healthEvents } from './health/endpoint-health.ts';
import { cancelWaiting, dueLanes, holdLane, nextDue, releaseLane, type Target } from './lane.store.ts';
import { LanePayload, laneKey, laneQueue } from './lane-key.ts';
import { leaseSeconds } from './lease-size.ts';

/** Endpoints that one worker serves at the same time. Their requests are bounded by the places of the worker. */
const lanesAtOnce = 500;
const comeAgainMs = 2_000;

const places = new WeakMap<Platform, InFlight>();

function placesOf(platform: Platform): InFlight {
  const known = places.get(platform);
  if (known) return known;
  const made = new InFlight(platform.config.WEBHOOK_MAX_IN_FLIGHT);
  places.set(platform, made);
  return made;
}

/** The lane of an endpoint: sends what is due and records what came of it. */
export const webhookLane: Job = lane<LanePayload>({
  queue: laneQueue,
  payload: LanePayload,
  key: laneKey,
  concurrency: lanesAtOnce,
  emits: healthEvents,
  due: dueLanes,
  run: async (call) => {
    const { platform, payload } = call;
    const seconds = leaseSeconds(platform.config.WEBHOOK_TIMEOUT_MS);
    const hold = { ...payload, holder: randomUUID(), seconds };
    const since = performance.now();
    const target = await holdLane(platform, hold);
    if (!target) return null;
    if (target.held_by_other_until) return soonest(platform, target.held_by_other_until);
    try {
      return await runHeld(call, { ...hold, since }, target);
    } finally {
      await releaseLane(platform, hold);
    }
  },
});

async function runHeld(call: LaneRun<LanePayload>, hold: Held, target: Target): Promise<Date | null> {
  const { platform, payload, signal } = call;
  if (!target.is_active) {
    await cancelWaiting(platform, payload);
    return null;
  }
  const shares = placesOf(platform);
  const isHanging = target.single_until_success;
  const isIn = isHanging ? shares.enterHanging(hold.org_id) : await shares.enter(hold.org_id, signal);
  if (!isIn) return soonest(platform, platform.clock.now());
  let session: LaneSession | null = null;
  try {
    session = new LaneSession(call, hold, target, shares);
    await session.serve();
  } finally {
    shares.leave(hold.org_id, session?.held ?? 1, isHanging);
  }
  if (session.target.is_active) return nextDue(platform, payload, session.target);
  await cancelWaiting(platform, payload);
  return null;
}

/** Whoever could not begin leaves its turn to others first. */
function soonest(platform: Platform, at: Date): Date {
  return new Date(Math.max(at.getTime(), platform.clock.now().getTime() + comeAgainMs));
}
