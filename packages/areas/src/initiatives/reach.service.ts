import { AppError, type Caller, notFound, type Permission } from '@wfp/shared';
import type { Steps } from '@wfp/shared/db';
import { findInitiative, type InitiativeRow, lockInitiative } from './initiatives.store.ts';

/** An initiative that the caller can see. */
export async function readable(caller: Caller, id: number): Promise<InitiativeRow> {
  const initiative = await findInitiative(caller, id);
  if (!initiative) throw notFound('Initiative');
  return initiative;
}

/** 404 for an initiative the caller cannot see, 403 for one they only can. */
export async function requireReach(caller: Caller, id: number, permission: Permission): Promise<void> {
  if (await findInitiative(caller, id, permission)) return;
  await readable(caller, id);
  throw new AppError('forbidden', `Your ${permission} does not reach this initiative`);
}

/** {@link lockInitiative} for one that was there a moment ago. */
export async function locked(
  tx: Steps,
  caller: Caller,
  id: number,
  strength: 'share' | 'no key update' | 'update',
): Promise<InitiativeRow> {
  const initiative = await lockInitiative(tx, caller, id, strength);
  if (!initiative) throw notFound('Initiative');
  return initiative;
}
