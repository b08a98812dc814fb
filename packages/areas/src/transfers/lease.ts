import { type Caller, type Origin, type Permission, type Platform, systemCaller } from '@wfp/shared';
import { callerOfUser } from '../auth/index.ts';
import { type Backlog, keepLease, type Leased } from './lane.store.ts';

/** Renewed every second while the work goes on; so long after a worker died another begins anew. */
export const leaseSeconds = 30;
const renewEveryMs = 1_000;

/** Attempts before work is given up: what kills a worker three times will do it again. */
export const mostAttempts = 3;
/** Seconds before another attempt after a failure. */
export const waitAfterFailure = 10;

/** Another worker has the work by now, or nobody wants it any more. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

/** Work in an organization, under lease. */
export interface Assignment {
  platform: Platform;
  org_id: number;
  backlog: Backlog;
  work: Leased;
  /** Aborted when the worker drains. */
  draining: AbortSignal;
  /** What is shown of how far it is. */
  progress?: { rows: number; total: number | null };
}

/**
 * Runs work while its lease is renewed. The signal is aborted when the lease is lost or the worker drains.
 *
 * @throws LostLease when it was lost
 */
export async function underLease<Result>(
  { platform, org_id, backlog, work, draining, progress }: Assignment,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let renewing = Promise.resolve();
  let isRenewing = false;
  const renew = async () => {
    isRenewing = true;
    try {
      const isHeld = await keepLease(platform, org_id, work, backlog, leaseSeconds, progress ?? null);
      if (!isHeld) lost.abort(new LostLease());
    } catch (error) {
      platform.log.warn({ err: error, id: work.id, backlog }, 'A lease could not be renewed');
    } finally {
      isRenewing = false;
    }
  };
  const timer = setInterval(() => {
    if (!isRenewing) renewing = renew();
  }, renewEveryMs);
  try {
    return await run(AbortSignal.any([lost.signal, draining]));
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    clearInterval(timer);
    await renewing;
  }
}

const originOf = ({ backlog, work }: Assignment): Origin => ({
  request_id: `${backlog}-${work.id}-${work.attempts}`,
  ip: null,
  user_agent: null,
});

/** Whoever asked for the work, with the rights of this moment; or why it is not done for them. */
export async function actingFor(
  assignment: Assignment,
  needed: Permission,
  emits: readonly string[],
): Promise<Caller | string> {
  const { platform, org_id, work, backlog } = assignment;
  const asked = { org_id, user_id: work.created_by, api_key_id: work.api_key_id };
  const caller = await callerOfUser(platform, asked, originOf(assignment), emits);
  if (!caller) return 'Whoever asked for it may no longer sign in';
  if (!caller.reach(needed)) return `Whoever asked for it no longer has the permission ${needed}`;
  const isStopped = caller.hindrances.some((one) => one !== 'read_only' || backlog === 'imports');
  return isStopped ? 'Whoever asked for it may not do it at the moment' : caller;
}

/** For noting that work failed, when there may be nobody any more who asked for it. */
export function janitor(assignment: Assignment, emits: readonly string[]): Caller {
  return systemCaller(assignment.platform, assignment.org_id, originOf(assignment), emits);
}
