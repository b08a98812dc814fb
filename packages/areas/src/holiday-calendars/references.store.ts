import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/** Expression: the id of the live calendar with a name, regardless of case. */
export const holidayCalendarNamed = (org_id: number, name: string): Prisma.Sql =>
  sql`(select k.id from holiday_calendars k
    where k.org_id = ${org_id} and lower(k.name) = lower(${name}) and k.deleted_at is null)`;

/** Expression: the name of the holiday calendar of a row. */
export const holidayCalendarNameOf = (row: string): Prisma.Sql =>
  Prisma.raw(
    `(select k.name from holiday_calendars k where k.org_id = ${row}.org_id and k.id = ${row}.holiday_calendar_id)`,
  );

export interface CalendarHoliday {
  calendar_id: number;
  date: string;
  name: string;
  part: 'full' | 'morning' | 'afternoon';
}

/** Query for the {@link CalendarHoliday holidays} of some calendars from a day to another, both inclusive. */
export const selectHolidaysBetween = (
  org_id: number,
  calendar_ids: readonly number[],
  { from, to }: { from: string; to: string },
): Prisma.Sql =>
  sql`select h.calendar_id, h.date::text as date, h.name, h.part from holidays h
    where h.org_id = ${org_id} and h.calendar_id = any(${[...calendar_ids]}::int[])
      and h.date between ${from}::date and ${to}::date and h.deleted_at is null`;

/** Condition: there is a live holiday calendar with an id. */
export const isLiveHolidayCalendar = (org_id: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  sql`exists (select from holiday_calendars k where k.org_id = ${org_id} and k.id = ${id} and k.deleted_at is null)`;
