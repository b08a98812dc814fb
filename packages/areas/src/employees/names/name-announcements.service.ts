import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { employeeRenamed } from '../announcements.ts';
import { type EmployeeRow, findEmployeeInTransaction } from '../rows/employees.store.ts';
import type { LockedEmployee } from '../timeline/timeline.store.ts';

/** Announces the name of an employee if a change that sets these fields gave the employee another one. */
export async function announceNameOfChange(
  tx: Transaction,
  caller: Caller,
  before: LockedEmployee,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!('first_name' in set || 'last_name' in set)) return;
  const now = await findEmployeeInTransaction(tx, caller, before.id);
  if (now) await announceNewName(tx, before, now);
}

export async function announceNewName(
  tx: Transaction,
  before: LockedEmployee,
  now: EmployeeRow,
): Promise<void> {
  if (now.first_name === before.first_name && now.last_name === before.last_name) return;
  await announceName(tx, now);
}

/** Announces the name of an employee to the user who is linked to the employee, if any. */
export async function announceName(
  tx: Transaction,
  { user_id, first_name, last_name }: { user_id: number | null; first_name: string; last_name: string },
): Promise<void> {
  if (user_id !== null) await tx.announce(employeeRenamed, { user_id, first_name, last_name });
}
