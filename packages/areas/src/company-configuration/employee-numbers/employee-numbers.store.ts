import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { highestEmployeeNumber } from '../../employees/index.ts';
import { defaults } from '../company-configuration.contract.ts';
import { maxEmployeeNumber } from './employee-numbers.policy.ts';

const { sql, raw } = Prisma;

/** Expression: the highest number of employees with the text of a format. */
const highestNumber = (org_id: Prisma.Sql, format: Prisma.Sql) =>
  highestEmployeeNumber({ org_id, text: sql`split_part(${format}, '{', 1)`, max: maxEmployeeNumber });

/**
 * Expression on a row of the configuration: the number of the next employee. Greater than all numbers with the text of
 * the format that employees have or had, which also covers deleted employees and numbers from before a correction.
 */
const nextNumber = (alias: string): Prisma.Sql => {
  const column = (name: string) => raw(`"${alias}"."${name}"`);
  return sql`greatest(${column('next_employee_number')},
    ${highestNumber(column('org_id'), column('employee_number_format'))} + 1)::int`;
};

/** Like {@link nextNumber}; the highest possible number if none is left. */
export const shownNextNumber = (alias: string): Prisma.Sql =>
  sql`least(${nextNumber(alias)}, ${maxEmployeeNumber}::int)`;

/** Returns the format and the next number. The timelines must be locked, so that each number is given once. */
export async function findNextEmployeeNumber(
  tx: Transaction,
  { org_id }: Pick<Caller, 'org_id'>,
): Promise<{ format: string; next: number }> {
  const [row] = await tx.rows<{ format: string; next: number }>(
    sql`select k.employee_number_format as format, ${nextNumber('k')} as next from (
      select ${org_id}::int as org_id,
        coalesce(max(s.employee_number_format), ${defaults.employee_number_format}) as employee_number_format,
        coalesce(max(s.next_employee_number), ${defaults.next_employee_number}) as next_employee_number
      from company_configurations s where s.org_id = ${org_id}) k`,
  );
  if (!row) throw new Error('Invariant: the query returned no row');
  return row;
}

/** Returns the highest number of an employee with the text of a format; 0 if there is none. */
export async function findHighestNumber(
  tx: Transaction,
  { org_id }: Pick<Caller, 'org_id'>,
  format: string,
): Promise<number> {
  const highest = highestNumber(sql`${org_id}::int`, sql`${format}::text`);
  const [row] = await tx.rows<{ highest: number }>(sql`select coalesce(${highest}, 0)::int as highest`);
  return row?.highest ?? 0;
}
