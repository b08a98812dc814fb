import { Prisma } from '@wfp/shared/db';

const { raw } = Prisma;

/** The employee that a row refers to, deleted or not: `join ${employeeOf('m', 't', 'assigned_employee_id')}`. */
export const employeeOf = (employee: string, row: string, column = 'employee_id'): Prisma.Sql =>
  raw(`employees ${employee} on ${employee}.org_id = ${row}.org_id and ${employee}.id = ${row}.${column}`);

/** The live employee of a user: `from` employees `e`, to go on with `and`. */
export const employeesOfUser = (user: string): Prisma.Sql =>
  raw(`from employees e where e.org_id = ${user}.org_id and e.user_id = ${user}.id and e.deleted_at is null`);
