import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { recordCancellation } from '../changes/changes.service.ts';
import type { PatchEmployee } from '../rows/employees.contract.ts';
import { type ChangeRow, insertChange, type LockedEmployee } from '../timeline/timeline.store.ts';
import {
  eraseNames,
  findPendingNames,
  findSources,
  type IdentityField,
  identityFields,
  recordInHire,
} from './identity.store.ts';

/** Events of {@link correctIdentity}. */
export const identityEvents = [
  'employee.change_cancelled',
  'employee.change_applied',
  'employee.change_scheduled',
] as const;

/**
 * Corrects names and number of a locked employee in the timeline: replaces the changes from which the current values
 * are. Names that a later change sets stay. The calling code updates the employee's row.
 */
export async function correctIdentity(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  patch: PatchEmployee,
): Promise<void> {
  const wrong = identityFields.filter(
    (field) => patch[field] !== undefined && patch[field] !== employee[field],
  );
  if (wrong.length === 0) return;
  // A preferred name without dated changes has no history.
  await recordInHire(
    tx,
    caller,
    employee.id,
    wrong.filter((field) => field !== 'preferred_name'),
  );
  const sources = await findSources(tx, caller, employee.id, wrong);
  for (const id of new Set(sources.map((source) => source.id))) {
    const [first, ...others] = sources.filter((source) => source.id === id);
    if (first)
      await replaceValues(
        tx,
        caller,
        first,
        [first, ...others].map(({ field }) => field),
        patch,
      );
  }
}

async function replaceValues(
  tx: Transaction,
  caller: Caller,
  wrong: ChangeRow,
  fields: readonly IdentityField[],
  patch: PatchEmployee,
): Promise<void> {
  const pick = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(fields.map((field) => [field, values[field]]));
  const { id, employee_id, effective_date, sequence, state } = wrong;
  await recordCancellation(tx, caller, wrong);
  const correction = insertChange(caller, employee_id, {
    ...{ effective_date, sequence, state, kind: 'correction', corrects_id: id },
    keeps_decision_of: { id, is_rescheduled: false },
    set: { ...wrong.set, ...pick(patch) },
    replaced: pick(wrong.set),
  });
  await tx.write(correction, { event: `employee.change_${state}` });
}

/** Removes the names of an erased user's employee from the timeline, and cancels pending changes of them. */
export async function eraseNamesOfUser(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  const pending = await findPendingNames(tx, caller, user_id);
  await eraseNames(tx, caller, user_id);
  for (const change of pending)
    await recordCancellation(tx, caller, { ...change, note: null }, 'The personal data was erased');
}
