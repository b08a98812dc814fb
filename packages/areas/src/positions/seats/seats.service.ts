import { type Caller, invalidField, missingReference } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { endSeatGrants, grantSeatRole } from '../../access/index.ts';
import { findUserOfEmployee } from '../../employees/index.ts';
import { positions as declared } from '../position.resource.ts';
import {
  countHolders,
  findSeatGrants,
  insertSeatGrant,
  type LockedPosition,
  lockPositions,
  touchPosition,
} from './seats.store.ts';

/** An employee who changed seats. */
export interface SeatChange {
  employee_id: number;
  /** The position they no longer hold. */
  left: number | null;
  /** The position they hold now. */
  taken: number | null;
}

/**
 * Makes sure that a position can be given to somebody, and keeps it so until the end of the transaction. To be called
 * when that is decided, if for a later day: whoever was promised a seat takes it, though it be frozen by then.
 *
 * @throws AppError `invalid` on `field` when there is no such position, or it is not open
 */
export async function requireOpenPosition(
  tx: Transaction,
  caller: Caller,
  position_id: number,
  field = 'position_id',
): Promise<void> {
  const position = (await lockPositions(tx, caller, [position_id])).get(position_id);
  if (!position) throw missingReference(field);
  if (position.status !== 'open') throw invalidField(field, `This position is ${position.status}, not open`);
}

/**
 * What follows when an employee leaves a seat, or takes one; to be called in the transaction in which they do, once
 * the employee's row says so. A position that the last holder has left is vacated. The default role of a position
 * comes with it, where the caller may grant it, and that grant alone goes with it.
 *
 * A job that acts on what somebody decided earlier passes that person as the caller: the service itself grants nothing.
 *
 * @throws AppError `invalid` on `position_id` when the position taken was deleted
 */
export async function applySeatChange(tx: Transaction, caller: Caller, change: SeatChange): Promise<void> {
  const { employee_id, left, taken } = change;
  const positions = await lockPositions(
    tx,
    caller,
    [left, taken].filter((id) => id !== null),
  );
  if (left !== null && left !== taken) {
    await endSeatGrants(tx, caller, await findSeatGrants(tx, caller, { position_id: left, employee_id }));
    const { now } = await countHolders(tx, caller, left);
    if (now === 0 && positions.has(left)) {
      await tx.write(touchPosition(caller, declared.table, left), {
        event: 'position.vacated',
        action: 'vacate',
      });
    }
  }
  if (taken === null) return;
  const position = positions.get(taken);
  if (!position) throw missingReference('position_id');
  await grantDefaultRole(tx, caller, employee_id, position);
}

/**
 * Gives the role that comes with a seat to somebody who sits on it and has only now got a user, where the caller may
 * grant it.
 */
export async function grantRoleOfSeat(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  position_id: number,
): Promise<void> {
  const position = (await lockPositions(tx, caller, [position_id])).get(position_id);
  if (position) await grantDefaultRole(tx, caller, employee_id, position);
}

async function grantDefaultRole(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  { id, code, default_role_id }: LockedPosition,
): Promise<void> {
  const user_id = default_role_id === null ? null : await findUserOfEmployee(tx, caller, employee_id);
  if (user_id === null || default_role_id === null) return;
  const reason = `Holds the position ${code}`;
  const grant_id = await grantSeatRole(tx, caller, { user_id, role_id: default_role_id, reason });
  if (grant_id !== null) await insertSeatGrant(tx, caller, { grant_id, position_id: id, employee_id });
}
