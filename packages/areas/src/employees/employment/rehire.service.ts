import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { rehireFollowed } from '../changes/apply.store.ts';
import { changedBetween } from '../changes/changes.store.ts';
import { standingOn } from '../org-chart/management.store.ts';
import type { Rehire } from '../timeline/timeline.contract.ts';
import { decide, requireManagement, requireReferences } from '../timeline/timeline.service.ts';
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
  const { status } = await standingOn(tx, caller, id, hire_date);
  const next = await changedBetween(tx, caller, id, { from: hire_date });
  if (status !== 'terminated') throw invalidField('hire_date', 'Is a day on which they have not left');
  if (next) throw invalidField('hire_date', `Something else is decided for ${next}`);
  await requireReferences(tx, caller, place);
  const original_hire_date = known.original_hire_date ?? known.hire_date;
  const again = { status: 'active', hire_date, original_hire_date, end_date: null };
  const change = await decide(
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
    rehireFollowed,
  );
  await requireManagement(tx, caller, id, hire_date, 'manager_id');
  return change;
}
