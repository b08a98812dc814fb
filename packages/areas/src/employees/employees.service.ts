import { AppError, type Call, type Caller, invalidField, notFound, type Permission } from '@wfp/shared';
import { type Steps, write, writeSteps } from '@wfp/shared/db';
import { alignManagerGrants } from '../access/index.ts';
import { joinHomeTeam, leaveAllTeams } from '../teams/index.ts';
import type { CreateEmployee, ListEmployees, PatchEmployee } from './employees.contract.ts';
import { beyondSelfService, deletionFault, managerFault, withoutOwn } from './employees.policy.ts';
import {
  archiveEmployee,
  type EmployeeRow,
  findEmployee,
  findEmployees,
  insertEmployee,
  mayCreate,
  updateEmployee,
} from './employees.store.ts';
import { lockEmployeeRow, lockManager, lockNumbers, lockUser, nextNumber, tiesOf } from './hiring.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listEmployees({ caller, query }: Call<unknown, ListEmployees, unknown>) {
  return findEmployees(caller, query);
}

export async function getEmployee({ caller, params }: ById): Promise<EmployeeRow> {
  const employee = await findEmployee(caller, params.id);
  if (!employee) throw notFound('Employee');
  return employee;
}

/** Hires somebody: the row, the membership of the home team, and what their manager may do, in one transaction. */
export async function createEmployee({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateEmployee>, 'caller' | 'body'>): Promise<EmployeeRow> {
  return writeSteps(caller, async (tx) => {
    await refuseBadReferences(tx, caller, body);
    await lockNumbers(tx, caller);
    const employee_number = body.employee_number ?? (await nextNumber(tx, caller));
    const status = body.status ?? (body.hire_date > today(caller) ? 'pre_hire' : 'active');
    const change = insertEmployee(caller, { ...body, employee_number, status });
    const [employee] = await tx.write(change, { event: 'employee.post_create' });
    if (!employee) throw new Error('An employee was not written');
    if (!(await mayCreate(tx, caller, employee.id))) {
      throw new AppError('forbidden', 'Your employee:create does not reach such an employee');
    }
    const { id, team_id, manager_id, hire_date } = employee;
    if (team_id !== null) await joinHomeTeam(tx, caller, { id, team_id, hire_date });
    if (manager_id !== null) await alignManagerGrants(tx, caller, [manager_id]);
    return employee;
  });
}

async function refuseBadReferences(tx: Steps, caller: Caller, body: CreateEmployee): Promise<void> {
  if (body.user_id != null && !(await lockUser(tx, caller, body.user_id))) {
    throw invalidField('user_id', 'Refers to nothing that exists');
  }
  if (body.manager_id != null) {
    const { manager, chain } = await lockManager(tx, caller, body.manager_id);
    const fault = managerFault(manager, chain);
    if (fault) throw invalidField('manager_id', fault);
  }
}

/**
 * Hires who signs an organization up, today, in the transaction that makes it, with their user. Needs
 * `employee.post_create`.
 */
export async function hireFounder(
  tx: Steps,
  caller: Caller,
  founder: { user_id: number; first_name: string; last_name: string },
): Promise<void> {
  const employee_number = await nextNumber(tx, caller);
  const hired = { ...founder, employee_number, hire_date: today(caller), status: 'active' as const };
  await tx.write(insertEmployee(caller, hired), { event: 'employee.post_create' });
}

/** Changes undated fields. About themselves people change only what is self-service. */
export async function patchEmployee({ caller, params, body }: ById<PatchEmployee>): Promise<EmployeeRow> {
  const beyond = beyondSelfService(body);
  const acting = beyond.length === 0 ? caller : withoutOwn(caller);
  const [employee] = await write(caller, updateEmployee(acting, params.id, body), {
    event: 'employee.post_update',
  });
  return employee ?? refuse(caller, params.id, 'employee:update', beyond);
}

/** Deletes an employee whom nobody reports to; their memberships end with them. */
export async function deleteEmployee({ caller, params }: ById): Promise<void> {
  if (!(await findEmployee(caller, params.id, 'employee:archive'))) {
    await refuse(caller, params.id, 'employee:archive', []);
  }
  await writeSteps(caller, async (tx) => {
    if (!(await lockEmployeeRow(tx, caller, params.id))) throw notFound('Employee');
    const fault = deletionFault(await tiesOf(tx, caller, params.id));
    if (fault) throw invalidField('id', fault);
    const [gone] = await tx.write(archiveEmployee(caller, params.id), { event: 'employee.post_archive' });
    if (!gone) throw notFound('Employee');
    await leaveAllTeams(tx, caller, params.id);
    if (gone.manager_id !== null) await alignManagerGrants(tx, caller, [gone.manager_id]);
  });
}

/** An employee that was not changed: 404 when the caller cannot see them, 403 when they only can. */
async function refuse(caller: Caller, id: number, permission: Permission, fields: string[]): Promise<never> {
  if (!(await findEmployee(caller, id))) throw notFound('Employee');
  const what = fields.length === 0 ? 'this employee' : `${fields.join(', ')} of this employee`;
  throw new AppError('forbidden', `Your ${permission} does not reach ${what}`);
}

function today(caller: Caller): string {
  return caller.platform.clock.now().toISOString().slice(0, 10);
}
