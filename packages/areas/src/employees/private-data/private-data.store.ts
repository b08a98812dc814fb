import { type Caller, rowsInScope, type ScopedTable } from '@wfp/shared';
import {
  type Change,
  Prisma,
  readOne,
  recordedTable,
  type Transaction,
  updateIfDifferent,
} from '@wfp/shared/db';
import { employeeOwners, isDeletedInScope } from '../rows/employees.store.ts';

const { sql, join } = Prisma;

const selectFromEmployee = (what: Prisma.Sql) =>
  sql`(select ${what} from employees p where p.org_id = c.org_id and p.id = c.id)`;

/** Events and audit entries have no values and no name. The id is that of the employee. */
export const privateDataTable = recordedTable({
  name: 'employee_private',
  aggregate: 'employee_private',
  columns: Prisma.EmployeePrivateScalarFieldEnum,
  subject: {
    employee: sql`c.id`,
    team: selectFromEmployee(sql`p.team_id`),
    users: [selectFromEmployee(sql`p.user_id`)],
    is_private: sql`true`,
  },
});

/** Employees: the data of an employee has the row scope of the employee, whether there is any or not. */
export const privateDataRows: ScopedTable = { table: 'employees', owners: () => employeeOwners('r') };

/** The fields that a change set, for the audit log. The revision makes two changes of the same fields differ. */
export interface LastChange {
  revision: number;
  fields: string[];
}

export interface StoredPrivateData {
  id: number;
  user_id: number | null;
  values_enc: Uint8Array | null;
  last_change: LastChange | null;
  /** The creation time of the employee before the first change. */
  updated_at: Date;
}

export type RemovableData = Pick<StoredPrivateData, 'id' | 'last_change'>;

type PrivateRight = 'read' | 'update';

const selectPrivateData = (caller: Caller, id: number, rights: readonly PrivateRight[]) =>
  sql`select e.id, e.user_id, p.values_enc, p.last_change, coalesce(p.updated_at, e.created_at) as updated_at
    from employees e left join employee_private p on p.org_id = e.org_id and p.id = e.id
    where e.org_id = ${caller.org_id} and e.id = ${id} and e.deleted_at is null
      and ${join(
        rights.map((right) => rowsInScope(caller, `employee_private:${right}`, employeeOwners('e'))),
        ' and ',
      )}`;

/** Finds the private data of a live employee on whom the caller has all of the rights. */
export const findPrivateData = (
  caller: Caller,
  id: number,
  ...rights: readonly PrivateRight[]
): Promise<StoredPrivateData | undefined> =>
  readOne<StoredPrivateData>(caller, selectPrivateData(caller, id, rights));

export async function hasPrivateData(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select 1 from employee_private p where p.org_id = ${caller.org_id} and p.id = ${id}`,
  );
  return rows.length > 0;
}

const selectRemovable = (caller: Caller, id: number) =>
  sql`select e.id, p.last_change from employees e left join employee_private p on p.org_id = e.org_id and p.id = e.id
    where e.org_id = ${caller.org_id} and e.id = ${id} and case when e.deleted_at is null
      then ${rowsInScope(caller, 'employee_private:update', employeeOwners('e'))}
      else ${isDeletedInScope(caller, 'employee_private:update', 'e')} end`;

/** Finds the private data of an employee, deleted or not, on whom the caller has `employee_private:update`. */
export const findRemovable = (caller: Caller, id: number): Promise<RemovableData | undefined> =>
  readOne<RemovableData>(caller, selectRemovable(caller, id));

/**
 * Locks an employee, so that concurrent changes of the data follow one another, and returns the data if the caller may
 * read and change it.
 */
export async function lockPrivateData(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<StoredPrivateData | undefined> {
  await lockEmployee(tx, caller, id);
  const [row] = await tx.rows<StoredPrivateData>(selectPrivateData(caller, id, ['read', 'update']));
  return row;
}

/** Like {@link lockPrivateData}, for data that {@link findRemovable} finds. */
export async function lockRemovable(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<RemovableData | undefined> {
  await lockEmployee(tx, caller, id);
  const [row] = await tx.rows<RemovableData>(selectRemovable(caller, id));
  return row;
}

const lockEmployee = (tx: Transaction, caller: Caller, id: number) =>
  tx.rows(
    sql`select e.id from employees e where e.org_id = ${caller.org_id} and e.id = ${id} for no key update`,
  );

/** Inserts the row with the version that GET returned before. Part of the recorded write of the first change. */
export async function insertPrivateData(
  tx: Transaction,
  caller: Caller,
  id: number,
  values_enc: Uint8Array,
): Promise<void> {
  await tx.executeUnrecorded(
    sql`insert into employee_private (org_id, id, values_enc, last_change, created_by, updated_at)
      select e.org_id, e.id, ${values_enc}, '{"revision": 0, "fields": []}', ${caller.user_id}::int, e.created_at
      from employees e where e.org_id = ${caller.org_id} and e.id = ${id}`,
  );
}

/** Has no effect on a row with the same values. Requires the lock and the rights of {@link lockPrivateData}. */
export const updatePrivateData = (
  caller: Caller,
  id: number,
  values_enc: Uint8Array,
  last_change: LastChange,
): Change<{ updated_at: Date }> => ({
  table: privateDataTable,
  statement: updateIfDifferent(
    caller,
    privateDataTable,
    { values_enc, last_change: sql`${JSON.stringify(last_change)}::jsonb` },
    sql`id = ${id}`,
  ),
  select: sql`c.updated_at`,
});

/** Deletes the row of an employee, after a recorded write removed the values. */
export async function deleteEmptyData(tx: Transaction, caller: Caller, id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from employee_private p where p.org_id = ${caller.org_id} and p.id = ${id}`,
  );
}

/**
 * Deletes the private data of the employees that are linked to a user, or were last. If an employee was linked to another user
 * since, the data may be that of the other.
 */
export async function erasePrivateData(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from employee_private p using employees e
      where p.org_id = ${caller.org_id} and e.org_id = p.org_id and e.id = p.id and e.user_id = ${user_id}`,
  );
}
