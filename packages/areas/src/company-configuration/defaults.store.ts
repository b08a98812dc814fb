import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** True if a record is a default of the company. The record must be locked against new references. */
export async function isDefault(
  tx: Transaction,
  caller: Caller,
  field: 'default_work_schedule_id' | 'default_holiday_calendar_id',
  id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select k.id from company_configurations k
    where k.org_id = ${caller.org_id} and k.${raw(field)} = ${id}`);
  return rows.length > 0;
}
