import { CalendarDate, Id, named, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

/** The maximum number of days of a range, both ends included. */
export const maxWorkingTimeDays = 366;

/** The maximum number of employees whose working time is computed together. */
export const maxWorkingTimeEmployees = 500;

const dayMs = 86_400_000;

export interface DateRange {
  from: string;
  /** Inclusive. */
  to: string;
}

/** Returns the number of days of a range, both ends included; less than 1 if it ends before it begins. */
export const countDays = ({ from, to }: DateRange): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Days begin and end at times that have a year of four digits in every time zone. */
const WorkingDate = CalendarDate.refine(
  (date) => date >= '1900-01-01' && date < '3000-01-01',
  'Must be in the years 1900 to 2999',
);

export const ReadWorkingTime = z
  .strictObject({
    from: WorkingDate,
    to: WorkingDate.meta({ description: `Inclusive; at most ${maxWorkingTimeDays} days in all` }),
  })
  .refine((range) => countDays(range) >= 1, { path: ['to'], message: 'Must not be before from' })
  .refine((range) => countDays(range) <= maxWorkingTimeDays, {
    path: ['to'],
    message: `Must be less than ${maxWorkingTimeDays} days after from`,
  });
export type ReadWorkingTime = z.output<typeof ReadWorkingTime>;

export const reasonKinds = ['schedule', 'fte', 'rest_day', 'holiday', 'no_schedule', 'not_employed'] as const;

const Reason = z.object({
  kind: z.enum(reasonKinds).meta({
    description:
      'schedule: a work schedule applies; fte: its minutes were multiplied by the full-time equivalent; rest_day: it has no working time on this day of the week; holiday: a holiday ends the working time of its part of the day; no_schedule: no work schedule applies; not_employed: the day is before the employment or after it',
  }),
  name: z.string().nullable().meta({
    description: 'Name of the schedule or of the holiday; null for other kinds and if you may not read it',
  }),
  part: z
    .enum(['full', 'morning', 'afternoon'])
    .nullable()
    .meta({ description: 'Part of the day that is a holiday' }),
});

const Day = z.object({
  date: CalendarDate,
  minutes: z.int().meta({ description: 'The sum of am_minutes and pm_minutes' }),
  am_minutes: z.int(),
  pm_minutes: z.int(),
  reasons: z.array(Reason),
  work_schedule_id: Id.nullable(),
  holiday_calendar_id: Id.nullable(),
  fte: z.string().nullable(),
  time_zone: z.string(),
  starts_at: Timestamp.meta({ description: 'Midnight in the time zone of the day' }),
  ends_at: Timestamp.meta({ description: 'Midnight of the next day in the same time zone' }),
});

export const WorkingTime = named(
  'EmployeeWorkingTime',
  z.object({
    employee_id: Id,
    from: CalendarDate,
    to: CalendarDate,
    minutes: z.int().meta({ description: 'The sum of all days' }),
    days: z.array(Day),
  }),
);
