import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client, TestService } from '@wfp/testing';

const { sql } = Prisma;

/** Adds holidays on the first days of a year. Returns their ids, by date. */
export async function fillYear(
  service: TestService,
  owner: Client,
  calendar_id: number,
  year: number,
  days: number,
): Promise<number[]> {
  const rows = await executeOperational<{ id: number }>(
    service.platform,
    sql`insert into holidays (org_id, calendar_id, date, name)
      select ${owner.user.org_id}::int, ${calendar_id}::int, make_date(${year}::int, 1, 1) + n, 'Day off'
      from generate_series(0, ${days - 1}::int) n order by n returning id`,
  );
  return rows.map(({ id }) => id);
}
