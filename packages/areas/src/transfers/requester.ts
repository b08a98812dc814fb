import { type Caller, type LeasedWork, type Origin, type Permission, systemCaller } from '@wfp/shared';
import { callerForUser } from '../auth/index.ts';
import type { LeasedTransfer } from './lane.store.ts';

/** An attempt at an export or import. */
export type TransferAttempt<Row extends LeasedTransfer = LeasedTransfer> = Pick<
  LeasedWork<Row>,
  'platform' | 'org_id' | 'origin'
> & { row: Row };

/** Names the attempt in the audit log: `org-1 of exports` would not say which. */
function attemptOrigin({ row, origin }: TransferAttempt, queue: string): Origin {
  return { ...origin, request_id: `${queue}-${row.id}-${row.attempts}` };
}

/** Returns a caller for the user who requested the work, with their present rights, or the reason for refusing it. */
export async function resolveRequester(
  attempt: TransferAttempt,
  queue: 'exports' | 'imports',
  needed: Permission,
  emits: readonly string[],
): Promise<Caller | string> {
  const { platform, org_id, row } = attempt;
  const asked = { org_id, user_id: row.created_by, api_key_id: row.api_key_id };
  const caller = await callerForUser(platform, asked, attemptOrigin(attempt, queue), emits);
  if (!caller) return 'The user who requested it can no longer sign in';
  if (!caller.rowScopeFor(needed)) return `The user who requested it no longer has the permission ${needed}`;
  const isStopped = caller.restrictions.some((one) => one !== 'read_only' || queue === 'imports');
  return isStopped ? 'The user who requested it is blocked at the moment' : caller;
}

/** The system, for recording a failure when the user who asked may no longer exist. */
export function systemCallerFor(
  attempt: TransferAttempt,
  queue: 'exports' | 'imports',
  emits: readonly string[],
): Caller {
  return systemCaller(attempt.platform, attempt.org_id, attemptOrigin(attempt, queue), emits);
}
