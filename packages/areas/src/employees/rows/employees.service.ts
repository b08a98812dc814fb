import {
  AppError,
  type Call,
  type Caller,
  invalidField,
  notFound,
  type Permission,
  permissionError,
  rejectionOf,
  requirePermission,
  requireRow,
} from '@wfp/shared';
import { type Change, type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import { employeeDeleted } from '../announcements.ts';
import { recordCancellation } from '../changes/changes.service.ts';
import { findPendingChanges } from '../changes/changes.store.ts';
import { countEmployeeDependents } from '../employment/hiring.store.ts';
import { requireForChange } from '../timeline/timeline.service.ts';
import type { ListEmployees, PatchEmployee, ReadEmployee } from './employees.contract.ts';
import { employeeDeletionViolation, listRestrictedFields, withoutOwnScope } from './employees.policy.ts';
import {
  archiveEmployee,
  type EmployeeRow,
  findEmployee,
  findEmployees,
  updateEmployee,
} from './employees.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listEmployees({ caller, query }: Call<unknown, ListEmployees, unknown>) {
  requireAsOfPermission(caller, query.as_of);
  if (query.deleted && !caller.rowScopeFor('employee:manage'))
    throw new AppError('forbidden', 'Requires employee:manage to list deleted employees');
  return findEmployees(caller, query);
}

export async function getEmployee({
  caller,
  params,
  query,
}: Call<{ id: number }, ReadEmployee, unknown>): Promise<EmployeeRow> {
  requireAsOfPermission(caller, query.as_of);
  const employee = await findEmployee(caller, params.id, 'employee:read', query.as_of);
  if (!employee) throw notFound('Employee');
  return employee;
}

/** @throws AppError `forbidden` if `as_of` is given and the caller has no `employee_change:read` */
export function requireAsOfPermission(caller: Caller, as_of: string | undefined): void {
  if (as_of !== undefined) requirePermission(caller, 'employee_change:read', 'for as_of', 'any');
}

/** Updates fields without history. With the scope `own`, only self-service fields. */
export async function patchEmployee({ caller, params, body }: ById<PatchEmployee>): Promise<EmployeeRow> {
  const [employee] = await write(caller, buildPatch(caller, params.id, body), updateRecording);
  return employee ?? rejectFields(caller, params.id, listRestrictedFields(body));
}

/** Like {@link patchEmployee}, within a transaction that has locked the employee. */
export async function patchEmployeeInTransaction(
  tx: Transaction,
  caller: Caller,
  id: number,
  body: PatchEmployee,
): Promise<void> {
  const [employee] = await tx.write(buildPatch(caller, id, body), updateRecording);
  if (!employee) throw permissionError('employee:update', 'Employee');
}

const updateRecording = { event: 'employee.post_update' };

function buildPatch(caller: Caller, id: number, body: PatchEmployee): Change<EmployeeRow> {
  const isSelfService = listRestrictedFields(body).length === 0;
  return updateEmployee(isSelfService ? caller : withoutOwnScope(caller), id, body);
}

/** Deletes an employee without reports and led teams, and cancels their pending changes. */
export async function deleteEmployee({ caller, params }: ById): Promise<void> {
  await requireEmployee(caller, params.id, 'employee:archive');
  await writeInTransaction(caller, async (tx) => {
    await requireForChange(tx, caller, params.id);
    const violation = employeeDeletionViolation(await countEmployeeDependents(tx, caller, params.id));
    if (violation) throw invalidField('id', violation);
    const [deleted] = await tx.write(archiveEmployee(caller, params.id), { event: 'employee.post_archive' });
    if (!deleted) throw notFound('Employee');
    for (const change of await findPendingChanges(tx, caller, params.id)) {
      await recordCancellation(tx, caller, change, 'Employee was deleted');
    }
    const { manager_id, position_id, status } = deleted;
    const held = status === 'pre_hire' ? null : position_id;
    await tx.announce(employeeDeleted, { employee_id: params.id, manager_id, position_id: held });
  });
}

/** @throws AppError `not_found` if the caller cannot read the employee, `forbidden` without the permission on that employee */
export function requireEmployee(caller: Caller, id: number, permission: Permission): Promise<EmployeeRow> {
  return requireRow({
    find: () => findEmployee(caller, id, permission),
    findReadable: () => findEmployee(caller, id),
    permission,
    noun: 'Employee',
  });
}

async function rejectFields(caller: Caller, id: number, fields: readonly string[]): Promise<never> {
  const noun = fields.length === 0 ? 'Employee' : `Employee's ${fields.join(', ')}`;
  const see = () => findEmployee(caller, id);
  throw await rejectionOf({
    findReadable: see,
    permission: 'employee:update',
    noun,
    missing: notFound('Employee'),
  });
}
