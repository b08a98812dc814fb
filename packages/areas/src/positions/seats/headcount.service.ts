import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { canReadPosition, countOtherHolders, type LockedPosition, lockPositions } from './seats.store.ts';

/**
 * Rejects an employee who would take a seat that a locked position does not have, if the organization blocks this. An
 * employee who holds the position now or in the future already has a seat, unless by a change of this transaction.
 *
 * @param employee_id null for an employee who is being hired
 * @throws AppError `invalid` on `field`
 */
export async function requireFreeSeat(
  tx: Transaction,
  caller: Caller,
  { id, headcount, enforce_headcount }: LockedPosition,
  {
    employee_id,
    field,
    isWritten = false,
  }: { employee_id: number | null; field: string; isWritten?: boolean | undefined },
): Promise<void> {
  if (enforce_headcount !== 'block') return;
  const { others, isHolder } = await countOtherHolders(tx, caller, id, employee_id);
  if ((isHolder && !isWritten) || others < headcount) return;
  throw invalidField(field, `Has no vacant seat: ${describeHolders(others, headcount)}`);
}

/** Returns a warning if a position has or would have more holders than seats with an employee, and the organization warns. */
export async function describeHeadcount(
  tx: Transaction,
  caller: Caller,
  { employee_id, position_id }: { employee_id: number; position_id: number },
): Promise<string | undefined> {
  const position = (await lockPositions(tx, caller, [position_id])).get(position_id);
  if (position?.enforce_headcount !== 'warn') return undefined;
  const { others } = await countOtherHolders(tx, caller, position_id, employee_id);
  if (others < position.headcount || !(await canReadPosition(tx, caller, position_id))) return undefined;
  return `Position ${position.code} has ${describeHolders(others + 1, position.headcount)}`;
}

function describeHolders(holders: number, seats: number): string {
  const held = holders === 1 ? '1 current or future holder' : `${holders} current and future holders`;
  return `${held} and a headcount of ${seats}`;
}
