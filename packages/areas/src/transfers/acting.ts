import { type Caller, type Origin, type Permission, systemCaller, type Work } from '@wfp/shared';
import { callerOfUser } from '../auth/index.ts';
import type { LeasedTransfer } from './lane.store.ts';

/** An attempt at an export or import. */
export type Attempt<Row extends LeasedTransfer = LeasedTransfer> = Pick<
  Work<Row>,
  'platform' | 'org_id' | 'origin'
> & { row: Row };

/** Names the attempt in the audit log: `org-1 of exports` would not say which. */
function originOf({ row, origin }: Attempt, queue: string): Origin {
  return { ...origin, request_id: `${queue}-${row.id}-${row.attempts}` };
}

/** Returns a caller for the user who requested the work, with their present rights, or the reason for refusing it. */
export async function actingFor(
  attempt: Attempt,
  queue: 'exports' | 'imports',
  needed: Permission,
  emits: readonly string[],
): Promise<Caller | string> {
  const { platform, org_id, row } = attempt;
  const asked = { org_id, user_id: row.created_by, api_key_id: row.api_key_id };
  const caller = await callerOfUser(platform, asked, originOf(attempt, queue), emits);
  if (!caller) return 'The user who requested it can no longer sign in';
  if (!caller.reach(needed)) return `The user who requested it no longer has the permission ${needed}`;
  const isStopped = caller.hindrances.some((one) => one !== 'read_only' || queue === 'imports');
  return isStopped ? 'The user who requested it is blocked at the moment' : caller;
}

/** The system, for recording a failure when the user who asked may no longer exist. */
export function systemFor(attempt: Attempt, queue: 'exports' | 'imports', emits: readonly string[]): Caller {
  return systemCaller(attempt.platform, attempt.org_id, originOf(attempt, queue), emits);
}
