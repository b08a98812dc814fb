import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** Join target: the employee that a row refers to, deleted or not. `join ${employeeOf('m', 't', 'assigned_employee_id')}` */
export const employeeOf = (employee: string, row: string, column = 'employee_id'): Prisma.Sql =>
  raw(`employees ${employee} on ${employee}.org_id = ${row}.org_id and ${employee}.id = ${row}.${column}`);

/** Join target: the employee of the change that a row refers to. */
export const employeeOfChange = (employee: string, row: string, column: string): Prisma.Sql =>
  raw(`(employee_changes h join employees ${employee} on ${employee}.org_id = h.org_id and ${employee}.id = h.employee_id)
    on h.org_id = ${row}.org_id and h.id = ${row}.${column}`);

/** `from` clause for the live employee `e` of a user. Can be extended with `and`. */
export const employeesOfUser = (user: string): Prisma.Sql =>
  raw(`from employees e where e.org_id = ${user}.org_id and e.user_id = ${user}.id and e.deleted_at is null`);

/** Table of employees under an alias, including deleted ones. */
export const employeesAs = (alias: string): Prisma.Sql => raw(`employees ${alias}`);

/**
 * Query for the employee with an id, deleted or not. Only the primary key has the order of this lookup: without statistics,
 * PostgreSQL may look for each id among all employees by another index.
 */
export const employeeById = (org_id: number, id: string): Prisma.Sql =>
  sql`select m.* from (select m.* from employees m where m.org_id = ${org_id} and m.id >= ${raw(id)} order by m.id limit 1) m
    where m.id = ${raw(id)}`;

/** Condition: an employee under an alias is live and active or on leave. */
export const isAtWork = (employee: string): Prisma.Sql =>
  raw(`${employee}.deleted_at is null and ${employee}.status in ('active', 'on_leave')`);

/** `from` clause for the employees `m` of an organization who are at work. Can be extended with `and`. */
export const employeesAtWork = (org_id: number): Prisma.Sql =>
  sql`from employees m where m.org_id = ${org_id} and ${isAtWork('m')}`;

const digits = '0123456789';
interface CountedNumbers {
  org_id: Prisma.Sql;
  /** The text before the number. */
  text: Prisma.Sql;
  /** Higher numbers are not counted. */
  max: number;
}

const highestIn = (table: string, value: string, { org_id, text, max }: CountedNumbers): Prisma.Sql => {
  const textOfValue = raw(`rtrim(${value}, '${digits}')`);
  const number = raw(`substr(${value}, length(rtrim(${value}, '${digits}')) + 1)::numeric`);
  return sql`(select ${number} from ${raw(table)} n where n.org_id = ${org_id} and ${raw(value)} ~ '[0-9]$'
    and ${textOfValue} = ${text} and ${number} <= ${raw(String(max))} order by ${number} desc limit 1)`;
};

/**
 * Expression: the highest number at the end of an employee number, after a text such as the `E` of `E0042`; null if there
 * is none. Includes deleted employees and numbers from before a correction.
 */
export const highestEmployeeNumber = (counted: CountedNumbers): Prisma.Sql =>
  sql`greatest(${highestIn('employees', 'n.employee_number', counted)},
    ${highestIn('employee_changes', "n.set ->> 'employee_number'", counted)})`;
