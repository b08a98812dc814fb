import type { CompanyDefaults } from '../company-configuration/index.ts';
import type { EmploymentFacts, EmploymentValues } from '../employees/index.ts';
import type { CalendarHoliday } from '../holiday-calendars/index.ts';
import type { PlaceWithParent } from '../places/index.ts';
import type { WorkSchedule } from '../work-schedules/index.ts';
import { countDays, type DateRange, type reasonKinds } from './working-time.contract.ts';

/** A reason for the working time of a day. `name` is that of the schedule or the holiday. */
export interface WorkingTimeReason {
  kind: (typeof reasonKinds)[number];
  name: string | null;
  part: CalendarHoliday['part'] | null;
}

/** The values that apply to an employee on a day. Schedule, calendar and share are null outside the employment. */
export interface AssignedDay {
  date: string;
  is_employed: boolean;
  fte: string | null;
  work_schedule_id: number | null;
  holiday_calendar_id: number | null;
  time_zone: string;
}

/** The working time of a day, and why. */
export interface WorkedMinutes {
  minutes: number;
  am_minutes: number;
  pm_minutes: number;
  reasons: WorkingTimeReason[];
}

type Places = ReadonlyMap<number, PlaceWithParent>;

/** Returns the dates of a range, both ends included. */
export function listDates(range: DateRange): string[] {
  const day = new Date(range.from);
  return Array.from({ length: countDays(range) }, () => {
    const date = day.toISOString().slice(0, 10);
    day.setUTCDate(day.getUTCDate() + 1);
    return date;
  });
}

/** Returns the ids of all places at which an employee is in the range, or whose time zone applies then. */
export function listPlaces({ time_zone_place_id, initial, changes }: EmploymentFacts): number[] {
  const ids = [time_zone_place_id, initial?.place_id, ...changes.map(({ set }) => set.place_id)];
  return ids.filter((id) => id != null);
}

/** Determines the values of an employee on each day: their own, those of their place, or the defaults. */
export function assignDays(
  { time_zone, time_zone_place_id, initial, changes }: EmploymentFacts,
  { dates, places, defaults }: { dates: readonly string[]; places: Places; defaults: CompanyDefaults },
): AssignedDay[] {
  const values: EmploymentValues = { ...initial };
  let zonePlace = time_zone_place_id;
  let next = 0;
  return dates.map((date) => {
    for (let change = changes[next]; change && change.day <= date; change = changes[next]) {
      zonePlace = followPlace(zonePlace, change.set);
      Object.assign(values, change.set);
      next += 1;
    }
    const zone = time_zone ?? inherit(places, zonePlace, 'time_zone') ?? defaults.time_zone;
    return { date, time_zone: zone, ...assignValues(values, places, defaults) };
  });
}

/** The place whose time zone applies: a termination leaves it, and a hire or rehire without a place ends it. */
function followPlace(before: number | null, set: EmploymentValues): number | null {
  if (set.status === 'terminated') return before;
  if (set.place_id !== undefined) return set.place_id;
  return set.hire_date === undefined ? before : null;
}

function assignValues(values: EmploymentValues, places: Places, defaults: CompanyDefaults) {
  const is_employed = values.status !== undefined && values.status !== 'terminated';
  if (!is_employed) return { is_employed, fte: null, work_schedule_id: null, holiday_calendar_id: null };
  return {
    is_employed,
    fte: String(Number(values.fte ?? 1)),
    work_schedule_id: values.work_schedule_id ?? defaults.work_schedule_id,
    holiday_calendar_id:
      values.holiday_calendar_id ??
      inherit(places, values.place_id ?? null, 'holiday_calendar_id') ??
      defaults.holiday_calendar_id,
  };
}

/** Returns the value of a place, or of the nearest place above that has one. */
function inherit<Name extends 'time_zone' | 'holiday_calendar_id'>(
  places: Places,
  id: number | null,
  name: Name,
): PlaceWithParent[Name] | null {
  for (let place = id === null ? undefined : places.get(id); place; ) {
    if (place[name] !== null) return place[name];
    place = place.parent_id === null ? undefined : places.get(place.parent_id);
  }
  return null;
}

/** Monday is 0, as in the days of a schedule. */
const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7;

const reason = (
  kind: WorkingTimeReason['kind'],
  name: string | null = null,
  part: WorkingTimeReason['part'] = null,
): WorkingTimeReason => ({ kind, name, part });

const none = (only: WorkingTimeReason): WorkedMinutes => ({
  ...{ minutes: 0, am_minutes: 0, pm_minutes: 0, reasons: [only] },
});

/**
 * Computes the working time of a day: that of the schedule, of which the share of the employee applies if the schedule
 * scales, without the parts that are a holiday. Each half of the day is rounded to whole minutes.
 */
export function computeMinutes(
  { date, is_employed, fte }: AssignedDay,
  schedule: WorkSchedule | undefined,
  holiday: CalendarHoliday | undefined,
): WorkedMinutes {
  if (!is_employed) return none(reason('not_employed'));
  if (!schedule) return none(reason('no_schedule'));
  const day = schedule.days[weekdayOf(date)];
  if (!day) throw new Error('Invariant: a work schedule has seven days');
  const thousandths = schedule.scales_with_fte ? Math.round(Number(fte) * 1_000) : 1_000;
  const scale = (minutes: number) => Math.round((minutes * thousandths) / 1_000);
  const am_minutes = holiday && holiday.part !== 'afternoon' ? 0 : scale(day.am_minutes);
  const pm_minutes = holiday && holiday.part !== 'morning' ? 0 : scale(day.pm_minutes);
  const reasons = [
    reason('schedule', schedule.name),
    ...(thousandths === 1_000 ? [] : [reason('fte')]),
    ...(day.minutes === 0 ? [reason('rest_day')] : []),
    ...(holiday ? [reason('holiday', holiday.name, holiday.part)] : []),
  ];
  return { minutes: am_minutes + pm_minutes, am_minutes, pm_minutes, reasons };
}
