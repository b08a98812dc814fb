import { type Caller, invalidField, missingReference, requireVisible } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { describeSeatRole, endSeatGrants, grantSeatRole } from '../../access/index.ts';
import { findSeatDecision, findUserOfEmployee } from '../../employees/index.ts';
import { positions as declared } from '../position.resource.ts';
import { requireFreeSeat } from './headcount.service.ts';
import {
  canReadPosition,
  countHolders,
  findSeatGrants,
  insertSeatGrant,
  type LockedPosition,
  lockPositions,
  touchPosition,
} from './seats.store.ts';

export interface SeatChange {
  employee_id: number;
  /** The previous position. */
  left: number | null;
  /** The new position. */
  taken: number | null;
}

/** A position that is about to be assigned; `employee_id` is null for an employee who is being hired. */
interface ChosenPosition {
  employee_id: number | null;
  position_id: number;
  field: string;
  isKept: boolean;
  isWritten?: boolean;
}

/**
 * Requires an open position with a vacant seat, and locks it until the transaction ends. Callers check this when a change is scheduled,
 * not when it is applied: a position that was assigned stays assigned if it is frozen later.
 *
 * @throws AppError `invalid` on `field` if the position does not exist, is not open, or has no seat for the employee
 */
export async function requireOpenPosition(
  tx: Transaction,
  caller: Caller,
  { employee_id, position_id, field, isKept, isWritten }: ChosenPosition,
): Promise<void> {
  if (!isKept) await requireVisible(tx, caller, { field, resource: 'position', id: position_id });
  const position = (await lockPositions(tx, caller, [position_id])).get(position_id);
  if (!position) throw missingReference(field);
  if (position.status !== 'open') throw invalidField(field, `This position is ${position.status}, not open`);
  await requireFreeSeat(tx, caller, position, { employee_id, field, isWritten });
}

/**
 * Handles an employee who leaves or takes a position, in the same transaction and after the employee's row was written.
 * A position is vacated when its last holder leaves. An employee who takes a position is granted its default role, if
 * the caller and the users who decided it may grant that role. Leaving the position ends this grant, but no other grant.
 *
 * Jobs that apply a scheduled change pass the user who scheduled it as the caller, because the system cannot grant
 * roles.
 *
 * @throws AppError `invalid` on `position_id` if the position to take was deleted
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
 * Describes to the caller who assigns a position which role comes with it, and whether the users whose authority that
 * requires can grant it now. A change in effect also requires the authority of the caller. Returns undefined if the
 * caller may not read the position.
 */
export async function describeSeat(
  tx: Transaction,
  caller: Caller,
  seat: { employee_id: number; position_id: number; change_id: number | null },
): Promise<string | undefined> {
  const { employee_id, position_id } = seat;
  const position = (await lockPositions(tx, caller, [position_id])).get(position_id);
  if (!position || position.default_role_id === null) return undefined;
  if (!(await canReadPosition(tx, caller, position_id))) return undefined;
  const decision = await findSeatDecision(tx, caller, { ...seat, is_planned: true });
  const role = await describeSeatRole(tx, caller, {
    role_id: position.default_role_id,
    user_id: await findUserOfEmployee(tx, caller, employee_id),
    deciders: decision?.deciders ?? [],
    is_in_effect: !decision || decision.state === 'applied',
  });
  return role && `Position ${position.code} comes with ${role}`;
}

/** Grants the default role of a position to a holder who has just become a user, if the caller may grant it. */
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
  const reason = `Holds position ${code}`;
  const given = { user_id, role_id: default_role_id, reason };
  const decision = await findSeatDecision(tx, caller, { employee_id, position_id: id });
  const grant_id = await grantSeatRole(tx, caller, given, decision?.deciders ?? []);
  if (grant_id !== null) await insertSeatGrant(tx, caller, { grant_id, position_id: id, employee_id });
}
