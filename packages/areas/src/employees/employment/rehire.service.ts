import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { rehireRecording } from '../changes/apply.store.ts';
import { findFirstChangeDay } from '../changes/changes.store.ts';
import { findStatusOn } from '../org-chart/reporting-lines.store.ts';
import type { Rehire } from '../timeline/timeline.contract.ts';
import { addChange, requireReferences, requireValidManagers } from '../timeline/timeline.service.ts';
import type { ChangeRow, LockedEmployee } from '../timeline/timeline.store.ts';

/**
 * Decides that a locked employee who has left is employed again from a day on. Whether the caller may is decided before.
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
  const { hire_date, reason_code, note, ...place } = body;
  const { status } = await findStatusOn(tx, caller, id, hire_date);
  const next = await findFirstChangeDay(tx, caller, id, { from: hire_date });
  if (status !== 'terminated') throw invalidField('hire_date', 'Is a day on which they have not left');
  if (next) throw invalidField('hire_date', `Something else is decided for ${next}`);
  await requireReferences(tx, caller, place);
  const original_hire_date = known.original_hire_date ?? known.hire_date;
  const again = { status: 'active', hire_date, original_hire_date, end_date: null };
  const change = await addChange(
    tx,
    caller,
    known,
    {
      effective_date: hire_date,
      kind: 'rehire',
      set: { ...again, ...place },
      reason_code,
      note,
    },
    rehireRecording,
  );
  await requireValidManagers(tx, caller, id, hire_date, 'manager_id');
  return change;
}
