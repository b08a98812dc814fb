import {
  type Call,
  type Caller,
  invalidField,
  notFound,
  type Permission,
  type Proposal,
  permissionError,
  proposeUpdate,
  rejectionOf,
  requirePermission,
  requireRow,
} from '@wfp/shared';
import { type Change, type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import { employeeDeleted } from '../announcements.ts';
import { requireChangePermission } from '../changes/change-access.ts';
import { recordCancellation } from '../changes/changes.service.ts';
import { findPendingChanges } from '../changes/changes.store.ts';
import { countEmployeeDependents } from '../employment/hiring.store.ts';
import { correctIdentity } from '../names/identity.service.ts';
import { announceNewName } from '../names/name-announcements.service.ts';
import { requireForChange } from '../timeline/timeline.service.ts';
import { type LockedEmployee, lockForChange } from '../timeline/timeline.store.ts';
import type { ListEmployees, PatchEmployee, ReadEmployee } from './employees.contract.ts';
import {
  employeeDeletionViolation,
  listOrganizationFields,
  listRestrictedFields,
  withoutOwnScope,
} from './employees.policy.ts';
import {
  archiveEmployee,
  type EmployeeRow,
  findEmployee,
  findEmployees,
  hasUndatedPreferredName,
  isPermitted,
  updateEmployee,
} from './employees.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listEmployees({ caller, query }: Call<unknown, ListEmployees, unknown>) {
  requireAsOfPermission(caller, query.as_of);
  if (query.deleted) requirePermission(caller, 'employee:manage', 'to list deleted employees', 'any');
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

/**
 * Requires that the caller may read an employee and their values on any day. Users may always read those of their own
 * employee, because they know them.
 *
 * @throws AppError `not_found`, or `forbidden` without `employee_change:read`
 */
export async function requireReadableOnAnyDay(caller: Caller, id: number): Promise<void> {
  if (!(await findEmployee(caller, id))) throw notFound('Employee');
  if (caller.employee_id !== id) await requireChangePermission(caller, id, 'read');
}

/**
 * Updates fields without history, and corrects names and number. With the scope `own`, only self-service fields; first
 * and last name and the number require a permission for the whole organization.
 */
export async function patchEmployee({ caller, params, body }: ById<PatchEmployee>): Promise<EmployeeRow> {
  const { id } = params;
  const corrected = listOrganizationFields(body);
  if (corrected.length > 0 && !caller.rowScopeFor('employee:update')?.org)
    return rejectFields(caller, id, corrected);
  if (corrected.length === 0) {
    const [employee] = await write(caller, buildUndatedPatch(caller, id, body), updateRecording);
    if (employee) return employee;
  }
  const employee =
    (corrected.length > 0 || body.preferred_name !== undefined) &&
    (await writeInTransaction(caller, async (tx) => {
      const { before, updated } = (await correctAndUpdate(tx, caller, id, body)) ?? {};
      if (before && updated) await announceNewName(tx, before, updated);
      return updated;
    }));
  return employee || rejectFields(caller, id, listRestrictedFields(body));
}

export async function proposeEmployeePatch({
  caller,
  params: { id },
  body,
}: ById<PatchEmployee>): Promise<Proposal[]> {
  const isPermitted =
    listOrganizationFields(body).length === 0 || caller.rowScopeFor('employee:update')?.org === true;
  return isPermitted ? proposeUpdate(caller, updateEmployee(permittedTo(caller, body), id, body), body) : [];
}

/** Like {@link patchEmployee} for fields other than first and last name and the number, within a transaction. */
export async function patchEmployeeInTransaction(
  tx: Transaction,
  caller: Caller,
  id: number,
  body: PatchEmployee,
): Promise<void> {
  const [employee] = await tx.write(buildUndatedPatch(caller, id, body), updateRecording);
  if (employee) return;
  const corrected = await correctAndUpdate(tx, caller, id, body);
  if (!corrected?.updated) throw permissionError(caller, 'employee:update', 'Employee');
}

/** Returns undefined if the employee does not exist or the caller is not permitted to update them. */
async function correctAndUpdate(
  tx: Transaction,
  caller: Caller,
  id: number,
  body: PatchEmployee,
): Promise<{ before: LockedEmployee; updated: EmployeeRow | undefined } | undefined> {
  const before = await lockForChange(tx, caller, id);
  const permitted = permittedTo(caller, body);
  if (!before || !(await isPermitted(tx, permitted, id, 'employee:update'))) return undefined;
  await correctIdentity(tx, caller, before, body);
  const [updated] = await tx.write(updateEmployee(permitted, id, body), updateRecording);
  return { before, updated };
}

const updateRecording = { event: 'employee.post_update' };

const permittedTo = (caller: Caller, body: PatchEmployee): Caller =>
  listRestrictedFields(body).length === 0 ? caller : withoutOwnScope(caller);

/** Matches no row if the body has a preferred name and changes set it: they have to be corrected, too. */
function buildUndatedPatch(caller: Caller, id: number, body: PatchEmployee): Change<EmployeeRow> {
  const condition = body.preferred_name === undefined ? undefined : hasUndatedPreferredName;
  return updateEmployee(permittedTo(caller, body), id, body, condition);
}

/** Deletes an employee without reports and led teams, and cancels their pending changes. */
export async function deleteEmployee({ caller, params }: ById): Promise<void> {
  await requireEmployee(caller, params.id, 'employee:archive');
  await writeInTransaction(caller, async (tx) => {
    await requireForChange(tx, caller, params.id, 'deletion');
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
    caller,
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
    caller,
    findReadable: see,
    permission: 'employee:update',
    noun,
    missing: notFound('Employee'),
  });
}
