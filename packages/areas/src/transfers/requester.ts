import { type Caller, type LeasedWork, type Origin, type Permission, systemCaller } from '@wfp/shared';
import { callerForUser } from '../auth/index.ts';
import type { LeasedTransfer } from './lane.store.ts';

export type TransferAttempt<Row extends LeasedTransfer = LeasedTransfer> = Pick<
  LeasedWork<Row>,
  'platform' | 'org_id' | 'origin'
> & { row: Row };

/** The request id in the audit log names the transfer and the attempt; the request id of the lane would not. */
function attemptOrigin({ row, origin }: TransferAttempt, queue: string): Origin {
  return { ...origin, request_id: `${queue}-${row.id}-${row.attempts}` };
}

/** The requester with current permissions, or the reason for rejecting the work. */
export async function resolveRequester(
  attempt: TransferAttempt,
  queue: 'exports' | 'imports',
  permission: Permission,
  emits: readonly string[],
): Promise<Caller | string> {
  const { platform, org_id, row } = attempt;
  const identity = { org_id, user_id: row.created_by, api_key_id: row.api_key_id };
  const caller = await callerForUser(platform, identity, attemptOrigin(attempt, queue), emits);
  if (!caller) return 'The requester can no longer sign in';
  if (!caller.rowScopeFor(permission)) return `The requester no longer has the permission ${permission}`;
  const isRestricted = caller.restrictions.some((one) => one !== 'read_only' || queue === 'imports');
  return isRestricted ? 'The requester is currently blocked' : caller;
}

/** The system as caller, which records failures: the requester may no longer exist. */
export function systemCallerFor(
  attempt: TransferAttempt,
  queue: 'exports' | 'imports',
  emits: readonly string[],
): Caller {
  return systemCaller(attempt.platform, attempt.org_id, attemptOrigin(attempt, queue), emits);
}
