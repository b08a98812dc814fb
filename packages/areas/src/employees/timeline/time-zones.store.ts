import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { selectTimeZone } from '../../organizations/index.ts';
import { timeZoneOfPlace } from '../../places/index.ts';

const { sql, empty, raw } = Prisma;

interface EmployeeKey {
  org_id: Prisma.Sql;
  employee_id: Prisma.Sql;
}

/**
 * Condition: a change determines the place of an employee from its day on. A termination leaves it, so that the last day
 * ends in the time zone in which it began, and a rehire without a place ends it.
 */
const setsPlace = (set: Prisma.Sql) =>
  sql`(${set} ? 'place_id' or ${set} ? 'hire_date') and ${set} ->> 'status' is distinct from 'terminated'`;

/**
 * Expression: the place of an employee on a day; null before the first one.
 *
 * @param change alias of a change that applies although it is not stored yet, or not approved
 */
function placeOn({ org_id, employee_id }: EmployeeKey, day: Prisma.Sql, change?: string): Prisma.Sql {
  const [alias, set] = [raw(change ?? ''), raw(`${change}.set`)];
  return sql`(select (z.set ->> 'place_id')::int from (
      select z.effective_date, z.sequence, z.set from employee_changes z where z.org_id = ${org_id}
        and z.employee_id = ${employee_id} and z.state in ('applied', 'scheduled')
        and z.effective_date <= ${day} and ${setsPlace(sql`z.set`)}
      ${change ? sql`union all select ${alias}.effective_date, ${alias}.sequence, ${set} where ${setsPlace(set)}` : empty}
    ) z order by z.effective_date desc, z.sequence desc limit 1)`;
}

/** Expression: the place whose time zone applies to an employee under an alias on a day, unless they have their own. */
export const timeZonePlaceOn = (alias: string, day: Prisma.Sql): Prisma.Sql =>
  placeOn({ org_id: raw(`${alias}.org_id`), employee_id: raw(`${alias}.id`) }, day);

const effectiveZone = (own: Prisma.Sql, org_id: Prisma.Sql, place_id: Prisma.Sql) =>
  sql`coalesce(${own}, ${timeZoneOfPlace(org_id, place_id)}, ${selectTimeZone(org_id)})`;

const startOfDay = (day: Prisma.Sql, zone: Prisma.Sql) => sql`(${day}::timestamp at time zone ${zone})`;

/**
 * Expression: the time at which the day of a change `alias` starts for the employee: in their current time zone, or in
 * that of their place on this day.
 */
export const changeDayStart = (alias: string): Prisma.Sql => {
  const column = (name: string) => raw(`${alias}.${name}`);
  const [org_id, employee_id, day] = [column('org_id'), column('employee_id'), column('effective_date')];
  const own = sql`(select p.time_zone from employees p where p.org_id = ${org_id} and p.id = ${employee_id})`;
  const place_id = placeOn({ org_id, employee_id }, day, alias);
  return startOfDay(day, effectiveZone(own, org_id, place_id));
};

/** {@link changeDayStart}, truncated to milliseconds for responses. */
export const appliesAt = (alias: string): Prisma.Sql =>
  sql`date_trunc('milliseconds', ${changeDayStart(alias)})`;

/**
 * Expression: the current date of an employee under an alias: the last day that has started in the time zone in which
 * it starts for them. Time zones differ from UTC by less than a day.
 */
export function todayOf(caller: Caller, alias: string): Prisma.Sql {
  const column = (name: string) => raw(`${alias}.${name}`);
  const now = sql`${caller.platform.clock.now()}::timestamptz`;
  const zone = effectiveZone(column('time_zone'), column('org_id'), timeZonePlaceOn(alias, sql`d.day`));
  return sql`(select to_char(max(d.day), 'YYYY-MM-DD')
    from (select (${now} at time zone 'UTC')::date + n.days as day from generate_series(-1, 1) n(days)) d
    where ${startOfDay(sql`d.day`, zone)} <= ${now})`;
}

/** Returns the current date for an employee with a time zone and a place, or else in that of the organization. */
export async function findToday(
  tx: Transaction,
  caller: Caller,
  { time_zone, place_id }: { time_zone?: string | null | undefined; place_id?: number | null | undefined },
): Promise<string> {
  const org_id = sql`${caller.org_id}::int`;
  const zone = effectiveZone(sql`${time_zone ?? null}::text`, org_id, sql`${place_id ?? null}::int`);
  const [row] = await tx.rows<{ today: string }>(
    sql`select to_char(${caller.platform.clock.now()}::timestamptz at time zone ${zone}, 'YYYY-MM-DD') as today`,
  );
  if (!row) throw new Error('Invariant: the query returned no row');
  return row.today;
}
