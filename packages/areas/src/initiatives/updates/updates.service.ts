import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { initiatives } from '../rows/initiative.resource.ts';
import { nextUpdateDue } from '../rows/initiatives.policy.ts';
import { initiativeUpdated, postponeUpdateDue } from '../rows/initiatives.store.ts';
import { lockOrThrow } from '../rows/locks.service.ts';

interface UpdateContext {
  tx: Transaction;
  caller: Caller;
  row: { initiative_id: number; health: string; progress: number | null };
}

/** Sets the health of the initiative and, if progress_mode is manual, its progress. */
export async function applyUpdate({ tx, caller, row }: UpdateContext): Promise<void> {
  const before = await lockOrThrow(tx, caller, row.initiative_id, 'no key update');
  if (row.progress !== null && before.progress_mode !== 'manual')
    throw invalidField('progress', 'Is computed from tasks; allowed only if progress_mode is "manual"');
  const { health } = row;
  const progress = row.progress ?? before.progress;
  if (health !== before.health || progress !== before.progress) {
    await tx.write(initiatives.change(caller, before.id, { health, progress }), initiativeUpdated);
  }
  await postponeUpdateDue(tx, caller, before.id, nextUpdateDue(caller.platform.clock));
}
