import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import type { DatedReference } from './dated-references.service.ts';

const { sql, raw } = Prisma;

/** Counts the people with a value of a field, and those who are hired with it or get it by a scheduled change. */
export async function countPeopleWith(
  tx: Transaction,
  caller: Caller,
  field: DatedReference,
  id: number,
): Promise<number> {
  const [row] = await tx.rows<{ people: number }>(sql`select count(*)::int as people from (
    select e.id from employees e where e.org_id = ${caller.org_id} and e.${raw(field)} = ${id}
      and e.deleted_at is null and e.status <> 'terminated'
    union
    select h.employee_id from employee_changes h
    join employees e on e.org_id = h.org_id and e.id = h.employee_id and e.deleted_at is null
    where h.org_id = ${caller.org_id} and h.set ->> ${raw(`'${field}'`)} = ${id}::int::text and h.state = 'scheduled'
  ) people`);
  return row?.people ?? 0;
}
