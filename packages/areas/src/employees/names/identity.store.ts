import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import {
  type ChangeRow,
  changeColumns,
  isEffective,
  nameFields,
  namesOf,
} from '../timeline/timeline.store.ts';

const { sql, raw } = Prisma;

/** Fields of an employee that a PATCH corrects for all days on which the wrong value was valid. */
export const identityFields = ['first_name', 'last_name', 'preferred_name', 'employee_number'] as const;
export type IdentityField = (typeof identityFields)[number];

const names = raw(`array[${nameFields.map((name) => `'${name}'`).join(', ')}]`);

/**
 * Adds the current values of fields to the hire, unless it has them. Must precede the first change that sets such a
 * field: the value in the employee's row is then no longer that of all days. Not recorded: no value changes on any day.
 */
export async function recordInHire(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  fields: readonly string[],
): Promise<void> {
  const dated = identityFields.filter((field) => fields.includes(field));
  if (dated.length === 0) return;
  await tx.executeUnrecorded(sql`update employee_changes h set set = v.known || h.set
    from employees p cross join lateral (
      select jsonb_object_agg(f.key, f.value) as known
      from jsonb_each(${namesOf('p')} || jsonb_build_object('employee_number', p.employee_number)) f
      where f.key = any(${dated}::text[])) v
    where h.org_id = ${caller.org_id} and h.employee_id = ${employee_id} and ${isEffective}
      and h.set -> 'original_hire_date' = 'null' and not h.set ?& ${dated}::text[]
      and p.org_id = h.org_id and p.id = h.employee_id`);
}

/** Finds the change from which the current value of each field is: the last applied one, or the scheduled hire. */
export async function findSources(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  fields: readonly IdentityField[],
): Promise<(ChangeRow & { field: IdentityField })[]> {
  return tx.rows(sql`select distinct on (k.field) k.field, ${changeColumns('h')}
    from unnest(${[...fields]}::text[]) k(field) join employee_changes h on h.set ? k.field
    where h.org_id = ${caller.org_id} and h.employee_id = ${employee_id}
      and (h.state = 'applied' or h.state = 'scheduled' and h.set -> 'original_hire_date' = 'null')
    order by k.field, h.effective_date desc, h.sequence desc`);
}

/** True if an employee who is not deleted had a number before it was corrected. */
export async function wasNumberOfEmployee(
  tx: Transaction,
  caller: Caller,
  employee_number: string,
): Promise<boolean> {
  const rows = await tx.rows(sql`select h.id from employee_changes h
    join employees e on e.org_id = h.org_id and e.id = h.employee_id and e.deleted_at is null
    where h.org_id = ${caller.org_id} and h.set ? 'employee_number'
      and h.set ->> 'employee_number' = ${employee_number} limit 1`);
  return rows.length > 0;
}

/** Finds the pending changes of a user's employee that set only names. */
export async function findPendingNames(
  tx: Transaction,
  caller: Caller,
  user_id: number,
): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>(sql`select ${changeColumns('h')} from employee_changes h
    join employees e on e.org_id = h.org_id and e.id = h.employee_id
    where e.org_id = ${caller.org_id} and e.user_id = ${user_id} and h.state in ('proposed', 'scheduled')
      and h.set <> '{}' and h.set - ${names} = '{}' order by h.id`);
}

/**
 * Removes all names from the changes of a user's employee, with what was noted about them, and the stored responses of
 * idempotent requests about the employee.
 */
export async function eraseNames(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  const isOfUser = sql`e.org_id = ${caller.org_id} and e.user_id = ${user_id}`;
  await tx.executeUnrecorded(sql`update employee_changes h
    set set = h.set - ${names}, previous = h.previous - ${names},
      note = case when h.kind in ('name', 'correction') then null else h.note end,
      reason_code = case when h.kind in ('name', 'correction') then null else h.reason_code end
    from employees e where ${isOfUser} and h.org_id = e.org_id and h.employee_id = e.id
      and (h.set ?| ${names} or h.previous ?| ${names})`);
  await tx.executeUnrecorded(sql`delete from idempotency_keys k using employees e where ${isOfUser} and k.org_id = e.org_id
    and (position('/employees/' || e.id || '/' in k.target) > 0
      or k.target like '%/employees' and k.answer::jsonb ->> 'id' = e.id::text)`);
}
