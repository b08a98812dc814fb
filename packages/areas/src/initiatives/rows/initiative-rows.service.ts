import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { countOpenTasks } from '../../tasks/index.ts';
import { freeSlug, slugFrom } from '../../teams/index.ts';
import { nextUpdateDue } from './initiatives.policy.ts';
import { codesLike } from './initiatives.store.ts';

interface Step {
  tx: Transaction;
  caller: Caller;
}

interface Sent {
  name?: string;
  code?: string;
  status?: string;
}

/** What follows from what was sent: a code from the name, and from when on news of an active one are missed. */
export async function prepareInitiative({
  tx,
  caller,
  before,
  values,
}: Step & { before: { id: number; status: string } | null; values: Sent }) {
  const becomes = values.status !== before?.status ? values.status : undefined;
  // What completes one also says what becomes of its open tasks.
  if (before && becomes === 'completed')
    throw invalidField('status', `Is completed by POST /api/initiatives/${before.id}/complete`);
  const isNameless = !before && values.code === undefined && values.name !== undefined;
  return {
    ...(isNameless && { code: await codeFor(tx, caller, values.name ?? '') }),
    ...(becomes === 'active' && { update_due_at: nextUpdateDue(caller.platform.clock).toISOString() }),
  };
}

async function codeFor(tx: Transaction, caller: Caller, name: string): Promise<string> {
  const wanted = slugFrom(name, 'initiative');
  return freeSlug(wanted, await codesLike(tx, caller, wanted));
}

/** The initiative is locked: no task comes to it meanwhile. */
export async function refuseOpenTasks({
  tx,
  caller,
  before,
}: Step & { before: { id: number } }): Promise<void> {
  const open = await countOpenTasks(tx, caller, before.id);
  if (open > 0) throw invalidField('id', `Still has ${open} open task${open === 1 ? '' : 's'}`);
}
