import { type Call, invalidField } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { initiatives } from '../rows/initiative.resource.ts';
import type { OfInitiative } from '../rows/initiatives.contract.ts';
import { nextUpdateDue } from '../rows/initiatives.policy.ts';
import { initiativeUpdated, putOffAsking } from '../rows/initiatives.store.ts';
import { locked, requireUpdate } from '../rows/reach.service.ts';
import type { CreateUpdate, ListUpdates } from './updates.contract.ts';
import { findUpdates, insertUpdate, type UpdateRow } from './updates.store.ts';

export async function listUpdates({ caller, params, query }: Call<OfInitiative, ListUpdates, unknown>) {
  await initiatives.get(caller, params.initiativeId);
  return findUpdates(caller, params.initiativeId, query);
}

/** Says how an initiative stands. It takes over the health, and the progress where that is said by hand. */
export async function postUpdate({
  caller,
  params,
  body,
}: Call<OfInitiative, unknown, CreateUpdate>): Promise<UpdateRow> {
  await requireUpdate(caller, params.initiativeId);
  return writeInTransaction(caller, async (tx) => {
    const before = await locked(tx, caller, params.initiativeId, 'no key update');
    if (body.progress !== undefined && before.progress_mode !== 'manual')
      throw invalidField('progress', 'Is counted from the tasks; said only where progress_mode is manual');
    const [update] = await tx.write(insertUpdate(caller, before.id, body), {
      event: 'initiative.update.created',
      action: 'create',
    });
    if (!update) throw new Error('An update was not written');
    const { health, progress = before.progress } = body;
    if (health !== before.health || progress !== before.progress) {
      await tx.write(initiatives.change(caller, before.id, { health, progress }), initiativeUpdated);
    }
    await putOffAsking(tx, caller, before.id, nextUpdateDue(caller.platform.clock));
    return update;
  });
}
