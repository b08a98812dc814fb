import { z } from 'zod';

const maxHalfDayMinutes = 720;

const Minutes = z.int().min(0).max(maxHalfDayMinutes);

const Day = z
  .strictObject({
    minutes: z
      .int()
      .min(0)
      .max(2 * maxHalfDayMinutes)
      .meta({ description: 'Working time of the day: the sum of am_minutes and pm_minutes' }),
    am_minutes: Minutes.meta({ description: 'Working time of the first half of the day' }),
    pm_minutes: Minutes.meta({ description: 'Working time of the second half of the day' }),
  })
  .refine(({ minutes, am_minutes, pm_minutes }) => minutes === am_minutes + pm_minutes, {
    path: ['minutes'],
    message: 'Must be the sum of am_minutes and pm_minutes',
  });

const week = { description: 'Seven days, Monday first', 'x-items': 'weekdays' };

const dayOf = (am_minutes: number, pm_minutes: number) => ({
  minutes: am_minutes + pm_minutes,
  am_minutes,
  pm_minutes,
});
const exampleWeek = [...Array.from({ length: 5 }, () => dayOf(240, 240)), dayOf(0, 0), dayOf(0, 0)];

export const Week = z
  .array(Day)
  .length(7)
  .refine((days) => days.some(({ minutes }) => minutes > 0), 'Must have working time on at least one day')
  .meta({ ...week, example: exampleWeek });

export const ShownWeek = z
  .array(z.object({ minutes: z.int(), am_minutes: z.int(), pm_minutes: z.int() }))
  .meta(week);
