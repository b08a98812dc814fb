import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** The employee that a row refers to, deleted or not: `join ${employeeOf('m', 't', 'assigned_employee_id')}`. */
export const employeeOf = (employee: string, row: string, column = 'employee_id'): Prisma.Sql =>
  raw(`employees ${employee} on ${employee}.org_id = ${row}.org_id and ${employee}.id = ${row}.${column}`);

/** The live employee of a user: `from` employees `e`, extended with `and`. */
export const employeesOfUser = (user: string): Prisma.Sql =>
  raw(`from employees e where e.org_id = ${user}.org_id and e.user_id = ${user}.id and e.deleted_at is null`);

/** The rows of employees under an alias, deleted ones included: for `from`. */
export const employeesAs = (alias: string): Prisma.Sql => raw(`employees ${alias}`);

/** The employees who work in an organization, on leave or not: `from` employees `m`, extended with `and`. */
export const employeesAtWork = (org_id: number): Prisma.Sql =>
  sql`from employees m where m.org_id = ${org_id} and m.deleted_at is null and m.status in ('active', 'on_leave')`;
