import { Prisma, type Transaction } from '@wfp/shared/db';
import { type CompanyDefaults, selectCompanyDefaults } from '../company-configuration/index.ts';
import { type EmploymentFacts, selectEmploymentFacts } from '../employees/index.ts';
import { type CalendarHoliday, selectHolidaysBetween } from '../holiday-calendars/index.ts';
import { type PlaceWithParent, selectPlacesAbove } from '../places/index.ts';
import { selectWorkSchedules, type WorkSchedule } from '../work-schedules/index.ts';
import type { DateRange } from './working-time.contract.ts';
import { type AssignedDay, assignDays, listDates, listPlaces } from './working-time.policy.ts';

const { sql } = Prisma;

/** A transaction, or another way to read the rows of a statement. */
export type Reader = Pick<Transaction, 'rows'>;

/** Returns what applies to each of the employees on each day. */
export async function findAssignedDays(
  reader: Reader,
  org_id: number,
  { employee_ids, ...range }: DateRange & { employee_ids: readonly number[] },
): Promise<Map<number, AssignedDay[]>> {
  const facts = await reader.rows<EmploymentFacts>(selectEmploymentFacts(org_id, employee_ids, range));
  const [defaults] = await reader.rows<CompanyDefaults>(selectCompanyDefaults(org_id));
  if (!defaults) throw new Error('Invariant: the organization exists');
  const place_ids = [...new Set(facts.flatMap(listPlaces))];
  const above = await reader.rows<PlaceWithParent>(selectPlacesAbove(org_id, place_ids));
  const places = new Map(above.map((place) => [place.id, place]));
  const dates = listDates(range);
  return new Map(facts.map((one) => [one.id, assignDays(one, { dates, places, defaults })]));
}

export async function findSchedules(
  reader: Reader,
  org_id: number,
  ids: readonly number[],
): Promise<Map<number, WorkSchedule>> {
  const found = await reader.rows<WorkSchedule>(selectWorkSchedules(org_id, ids));
  return new Map(found.map((schedule) => [schedule.id, schedule]));
}

/** Finds holidays by calendar and date. */
export async function findHolidays(
  reader: Reader,
  org_id: number,
  calendar_ids: readonly number[],
  range: DateRange,
): Promise<(calendar_id: number | null, date: string) => CalendarHoliday | undefined> {
  const keyOf = (calendar_id: number | null, date: string) => `${calendar_id} ${date}`;
  const found = await reader.rows<CalendarHoliday>(selectHolidaysBetween(org_id, calendar_ids, range));
  const byKey = new Map(found.map((holiday) => [keyOf(holiday.calendar_id, holiday.date), holiday]));
  return (calendar_id, date) => byKey.get(keyOf(calendar_id, date));
}

interface DayBounds {
  starts_at: Date;
  ends_at: Date;
}

/** Finds the times at which days begin and end in time zones. Reads no table. */
export async function findDayBounds(
  reader: Reader,
  org_id: number,
  time_zones: readonly string[],
  { from, to }: DateRange,
): Promise<(time_zone: string, date: string) => DayBounds> {
  const keyOf = (time_zone: string, date: string) => `${time_zone} ${date}`;
  const found = await reader.rows<DayBounds & { time_zone: string; date: string }>(
    sql`select ${org_id}::int as org_id, z.time_zone, to_char(d.day, 'YYYY-MM-DD') as date,
        d.day at time zone z.time_zone as starts_at, (d.day + interval '1 day') at time zone z.time_zone as ends_at
      from unnest(${[...time_zones]}::text[]) z(time_zone)
      cross join generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d(day)`,
  );
  const byKey = new Map(found.map((one) => [keyOf(one.time_zone, one.date), one]));
  return (time_zone, date) => {
    const bounds = byKey.get(keyOf(time_zone, date));
    if (!bounds) throw new Error(`Invariant: ${date} has bounds in ${time_zone}`);
    return { starts_at: bounds.starts_at, ends_at: bounds.ends_at };
  };
}
