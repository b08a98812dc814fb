import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { rehireRecording } from '../changes/apply.store.ts';
import { findFirstChangeDay } from '../changes/changes.store.ts';
import { findStatusOn } from '../org-chart/reporting-lines.store.ts';
import type { Rehire } from '../timeline/timeline.contract.ts';
import { addChange, requireReferences, requireValidManagers } from '../timeline/timeline.service.ts';
import type { ChangeRow, LockedEmployee } from '../timeline/timeline.store.ts';

/**
 * Adds the rehire of a locked employee to the timeline. The calling code has checked permissions.
 *
 * @throws AppError `invalid`
 */
export async function rehire(
  tx: Transaction,
  caller: Caller,
  known: LockedEmployee,
  body: Rehire,
): Promise<ChangeRow> {
  const { id } = known;
  const { hire_date, reason_code, note, ...placement } = body;
  const { status } = await findStatusOn(tx, caller, id, hire_date);
  const next = await findFirstChangeDay(tx, caller, id, { from: hire_date });
  if (status !== 'terminated')
    throw invalidField('hire_date', 'Must not be before the end of the employment');
  if (next) throw invalidField('hire_date', `Conflicts with another change on ${next}`);
  await requireReferences(tx, caller, placement, { employee_id: id });
  const original_hire_date = known.original_hire_date ?? known.hire_date;
  const dates = { status: 'active', hire_date, original_hire_date, end_date: null };
  const change = await addChange(
    tx,
    caller,
    known,
    {
      effective_date: hire_date,
      kind: 'rehire',
      set: { ...dates, ...placement },
      reason_code,
      note,
    },
    rehireRecording,
  );
  await requireValidManagers(tx, caller, id, hire_date, 'manager_id');
  return change;
}
