import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** The value of a column, or that of the nearest place above with one, as SQL on an alias. */
export const inherited =
  (column: 'time_zone' | 'holiday_calendar_id') =>
  (alias: string): Prisma.Sql => {
    const [row, value] = [raw(`"${alias}"`), raw(column)];
    return sql`coalesce(${row}.${value}, (
      with recursive up(parent_id, value) as (
        select p.parent_id, p.${value} from places p where p.org_id = ${row}.org_id and p.id = ${row}.parent_id
        union all
        select p.parent_id, p.${value} from up join places p on p.org_id = ${row}.org_id and p.id = up.parent_id
        where up.value is null
      ) select up.value from up where up.value is not null))`;
  };

export async function countPlacesOfCalendar(
  tx: Transaction,
  caller: Caller,
  holiday_calendar_id: number,
): Promise<number> {
  const [row] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from places p
    where p.org_id = ${caller.org_id} and p.holiday_calendar_id = ${holiday_calendar_id} and p.deleted_at is null`);
  return row?.total ?? 0;
}
