import { type Call, type Caller, invalidField, missingPermission, missingReference } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { cancelTasks, lockBoard, lockOpenTasks, relinkTasks } from '../../tasks/index.ts';
import { type InitiativeRow, initiatives } from './initiative.resource.ts';
import type { CompleteInitiative } from './initiatives.contract.ts';
import { isClosed } from './initiatives.policy.ts';
import { initiativeCompleted, lockInitiative } from './initiatives.store.ts';
import { lockOrThrow } from './locks.service.ts';

/** Maximum number of tasks that are cancelled or moved in one request. */
const maxTasks = 500;

export async function completeInitiative({
  caller,
  params: { id },
  body,
}: Call<{ id: number }, unknown, CompleteInitiative>): Promise<InitiativeRow> {
  await initiatives.require(caller, id, 'update');
  return writeInTransaction(caller, async (tx) => {
    const target = await lockTarget(tx, caller, id, body.move_to);
    const before = await lockOrThrow(tx, caller, id, 'no key update');
    if (isClosed(before)) throw invalidField('status', `Is already ${before.status}`);
    if (body.open_tasks !== 'keep') await settleOpenTasks(tx, caller, id, target);
    const [done] = await tx.write(
      initiatives.change(caller, id, { status: 'completed' }),
      initiativeCompleted,
    );
    if (!done) throw new Error('Invariant: the update returned no row');
    return done;
  });
}

/**
 * Locks the target, after the initiative `id` if that id is lower. The order of ids prevents a deadlock of two requests
 * that move tasks in opposite directions.
 *
 * @returns the id of the target; null if the open tasks are not moved
 */
async function lockTarget(
  tx: Transaction,
  caller: Caller,
  id: number,
  move_to: number | undefined,
): Promise<number | null> {
  if (move_to === undefined) return null;
  if (move_to === id) throw invalidField('move_to', 'Must be another initiative');
  const isReadable = await initiatives.find(caller, move_to);
  if (id < move_to) await lockInitiative(tx, caller, id, 'no key update');
  const target = isReadable && (await lockInitiative(tx, caller, move_to, 'share'));
  if (!target) throw missingReference('move_to');
  if (isClosed(target)) throw invalidField('move_to', `Is already ${target.status}`);
  return move_to;
}

async function settleOpenTasks(
  tx: Transaction,
  caller: Caller,
  id: number,
  moveTo: number | null,
): Promise<void> {
  // Columns are locked before tasks, as in every write that moves tasks.
  if (moveTo === null) await lockBoard(tx, caller);
  const open = await lockOpenTasks(tx, caller, id);
  if (open.some((task) => !task.can_update))
    throw missingPermission(caller, 'task:update', 'on all open tasks of this initiative');
  if (open.length > maxTasks)
    throw invalidField('open_tasks', `More than ${maxTasks} tasks are open; finish or cancel some first`);
  if (moveTo !== null) await relinkTasks(tx, caller, open, moveTo);
  else
    await cancelTasks(
      tx,
      caller,
      open.map((task) => task.id),
    );
}
