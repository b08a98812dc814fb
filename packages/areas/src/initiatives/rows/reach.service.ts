import { type Caller, notFound } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { initiatives } from './initiative.resource.ts';
import { type LockedInitiative, lockInitiative } from './initiatives.store.ts';

/** 404 for an initiative the caller cannot see, 403 for one they can see and not change. */
export async function requireUpdate(caller: Caller, id: number): Promise<void> {
  await initiatives.require(caller, id, 'update');
}

/** {@link lockInitiative} for one that was there a moment ago. */
export async function locked(
  tx: Transaction,
  caller: Caller,
  id: number,
  strength: 'share' | 'no key update',
): Promise<LockedInitiative> {
  const initiative = await lockInitiative(tx, caller, id, strength);
  if (!initiative) throw notFound('Initiative');
  return initiative;
}
