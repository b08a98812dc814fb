import { type Caller, type ParentResource, type Right, requireRow } from '@wfp/shared';
import { QueryId } from '@wfp/shared/contract';
import { findEmployee } from '../rows/employees.store.ts';
import { lockForChange } from '../timeline/timeline.store.ts';

/** @throws AppError `not_found` if the caller cannot read the employee, `forbidden` without the right on their changes */
export async function requireChangePermission(caller: Caller, id: number, right: Right): Promise<void> {
  const permission = `employee_change:${right}` as const;
  await requireRow({
    caller,
    find: () => findEmployee(caller, id, permission),
    findReadable: () => findEmployee(caller, id),
    permission,
    noun: 'Employee',
  });
}

/** The parent of changes in paths. Access depends on `employee_change` permissions, not on those of `employee`. */
export const changeParent: ParentResource = {
  path: '/employees/:employeeId',
  params: { employeeId: QueryId },
  table: 'employees',
  noun: 'Employee',
  resource: 'employee',
  aggregate: 'employee',
  resolve: async (caller, { employeeId }, right) => {
    await requireChangePermission(caller, Number(employeeId), right);
    return Number(employeeId);
  },
  isPermitted: async (caller, id, right) =>
    (await findEmployee(caller, id, `employee_change:${right}`)) !== undefined,
  // The scope of a change follows from the employee, too.
  condition: () => true,
  lock: async (tx, caller, id) => (await lockForChange(tx, caller, id)) !== undefined,
};
