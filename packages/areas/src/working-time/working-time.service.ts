import type { Call, Caller } from '@wfp/shared';
import { readRows } from '@wfp/shared/db';
import { requireReadableOnAnyDay } from '../employees/index.ts';
import {
  countDays,
  type DateRange,
  maxWorkingTimeDays,
  maxWorkingTimeEmployees,
  type ReadWorkingTime,
} from './working-time.contract.ts';
import {
  type AssignedDay,
  computeMinutes,
  type WorkedMinutes,
  type WorkingTimeReason,
} from './working-time.policy.ts';
import {
  findAssignedDays,
  findDayBounds,
  findHolidays,
  findSchedules,
  type Reader,
} from './working-time.store.ts';

/** The working time of an employee on a day. `starts_at` and `ends_at` are midnight in the time zone of the day. */
export type WorkingDay = Omit<AssignedDay, 'is_employed'> &
  WorkedMinutes & { starts_at: Date; ends_at: Date };

/** At most 366 days. */
export interface WorkingTimeQuery extends DateRange {
  /** At most 500. */
  employee_ids: readonly number[];
}

/**
 * Returns how many minutes each employee works on each day of a range, and why. Six statements, whatever the number of
 * employees and days. Includes scheduled changes; checks no permissions. Deleted and unknown employees are absent.
 *
 * @param reader a transaction, to see its changes, or another way to read
 * @throws RangeError above the limits
 */
export async function findWorkingTime(
  reader: Reader,
  { org_id }: Pick<Caller, 'org_id'>,
  { employee_ids, ...range }: WorkingTimeQuery,
): Promise<Map<number, WorkingDay[]>> {
  const days = countDays(range);
  if (!(days >= 1 && days <= maxWorkingTimeDays) || employee_ids.length > maxWorkingTimeEmployees)
    throw new RangeError(`${employee_ids.length} employees and ${days} days exceed the limits`);
  const assigned = await findAssignedDays(reader, org_id, { employee_ids, ...range });
  const all = [...assigned.values()].flat();
  const distinct = <Value>(values: readonly (Value | null)[]) =>
    [...new Set(values)].filter((value) => value !== null);
  const schedules = await findSchedules(reader, org_id, distinct(all.map((day) => day.work_schedule_id)));
  const calendars = distinct(all.map((day) => day.holiday_calendar_id));
  const holidayOn = await findHolidays(reader, org_id, calendars, range);
  const boundsOf = await findDayBounds(reader, org_id, distinct(all.map((day) => day.time_zone)), range);
  const complete = (day: AssignedDay): WorkingDay => {
    const { is_employed: _, ...rest } = day;
    const schedule = day.work_schedule_id === null ? undefined : schedules.get(day.work_schedule_id);
    const holiday = holidayOn(day.holiday_calendar_id, day.date);
    return { ...rest, ...computeMinutes(day, schedule, holiday), ...boundsOf(day.time_zone, day.date) };
  };
  return new Map([...assigned].map(([id, one]) => [id, one.map(complete)]));
}

/** Returns the working time of an employee, without the names that the caller may not read. */
export async function getWorkingTime({
  caller,
  params: { id },
  query: { from, to },
}: Call<{ id: number }, ReadWorkingTime, unknown>) {
  await requireReadableOnAnyDay(caller, id);
  const reader: Reader = { rows: (statement) => readRows(caller, statement) };
  const days = (await findWorkingTime(reader, caller, { employee_ids: [id], from, to })).get(id) ?? [];
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0);
  const shown = days.map((day) => ({ ...day, reasons: day.reasons.map((one) => hideName(caller, one)) }));
  return { employee_id: id, from, to, minutes, days: shown };
}

function hideName(caller: Caller, reason: WorkingTimeReason): WorkingTimeReason {
  const permission = reason.kind === 'holiday' ? 'holiday:read' : 'work_schedule:read';
  return caller.rowScopeFor(permission)?.org ? reason : { ...reason, name: null };
}
