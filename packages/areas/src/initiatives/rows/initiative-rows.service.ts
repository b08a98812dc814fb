import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { countOpenTasks } from '../../tasks/index.ts';
import { chooseFreeSlug, slugFrom } from '../../teams/index.ts';
import { nextUpdateDue } from './initiatives.policy.ts';
import { findSimilarCodes } from './initiatives.store.ts';

interface WriteContext {
  tx: Transaction;
  caller: Caller;
}

interface InitiativeValues {
  name?: string;
  code?: string;
  status?: string;
}

/**
 * Derives the code of a new initiative without one from its name, and sets the due time of the next update when an
 * initiative becomes active.
 */
export async function prepareInitiative({
  tx,
  caller,
  before,
  values,
}: WriteContext & { before: { id: number; status: string } | null; values: InitiativeValues }) {
  const becomes = values.status !== before?.status ? values.status : undefined;
  // Completion requires a decision about the open tasks, which this body does not contain.
  if (before && becomes === 'completed')
    throw invalidField(
      'status',
      `Cannot be set to completed; use POST /api/initiatives/${before.id}/complete`,
    );
  const isNameless = !before && values.code === undefined && values.name !== undefined;
  return {
    ...(isNameless && { code: await generateCode(tx, caller, values.name ?? '') }),
    ...(becomes === 'active' && { update_due_at: nextUpdateDue(caller.platform.clock).toISOString() }),
  };
}

async function generateCode(tx: Transaction, caller: Caller, name: string): Promise<string> {
  const wanted = slugFrom(name, 'initiative');
  return chooseFreeSlug(wanted, await findSimilarCodes(tx, caller, wanted));
}

/** The initiative is locked, so no task can be linked to it. */
export async function rejectOpenTasks({
  tx,
  caller,
  before,
}: WriteContext & { before: { id: number } }): Promise<void> {
  const open = await countOpenTasks(tx, caller, before.id);
  if (open > 0) throw invalidField('id', `Still has ${open} open task${open === 1 ? '' : 's'}`);
}
