import { type Call, invalidField, notFound } from '@wfp/shared';
import { writeSteps } from '@wfp/shared/db';
import { changedBetween } from './changes.store.ts';
import { refuse } from './employees.service.ts';
import { type EmployeeRow, employeeNow, findEmployee } from './employees.store.ts';
import { standingOn } from './management.store.ts';
import type { Rehire } from './timeline.contract.ts';
import { decide, requireManagement, requireReferences } from './timeline.service.ts';
import { type ChangeRow, lockForChange } from './timeline.store.ts';

/** Employs somebody again who has left. Their user, if they have one, is given access again by those who may. */
export async function rehireEmployee({
  caller,
  params,
  body,
}: Pick<Call<{ id: number }, unknown, Rehire>, 'caller' | 'params' | 'body'>): Promise<{
  employee: EmployeeRow;
  change: ChangeRow;
}> {
  const { id } = params;
  if (!(await findEmployee(caller, id, 'employee:manage'))) await refuse(caller, id, 'employee:manage', []);
  return writeSteps(caller, async (tx) => {
    const known = await lockForChange(tx, caller, id);
    if (!known) throw notFound('Employee');
    const { hire_date, reason_code, note, ...place } = body;
    const { status } = await standingOn(tx, caller, id, hire_date);
    const next = await changedBetween(tx, caller, id, { from: hire_date });
    if (status !== 'terminated') throw invalidField('hire_date', 'Is a day on which they have not left');
    if (next) throw invalidField('hire_date', `Something else is decided for ${next}`);
    await requireReferences(tx, caller, place);
    const original_hire_date = known.original_hire_date ?? known.hire_date;
    const again = { status: 'active', hire_date, original_hire_date, end_date: null };
    const change = await decide(tx, caller, known, {
      effective_date: hire_date,
      kind: 'rehire',
      set: { ...again, ...place },
      reason_code,
      note,
    });
    await requireManagement(tx, caller, id, hire_date, 'manager_id');
    const employee = await employeeNow(tx, caller, id);
    if (!employee) throw notFound('Employee');
    return { employee, change };
  });
}
