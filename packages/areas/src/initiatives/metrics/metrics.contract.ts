import { CalendarDate, Id } from '@wfp/shared/contract';
import { z } from 'zod';
import { TaskStatus } from '../../tasks/index.ts';
import { initiativeHealths, initiativeStatuses, Progress } from '../rows/initiatives.contract.ts';
import { updates } from '../updates/updates.resource.ts';

export const maxBurnupDays = 366;

export const BurnupQuery = z.strictObject({
  from: CalendarDate.optional().meta({
    description: `Default: the day on which the initiative was created, or ${maxBurnupDays - 1} days before \`to\`, whichever is later`,
  }),
  to: CalendarDate.optional().meta({ description: 'Default and latest: today (UTC)' }),
});
export type BurnupQuery = z.output<typeof BurnupQuery>;

/** The state at the end of a day (UTC). Points: xs 1, s 2, m 3, l 5, xl 8, xxl 13. */
export const BurnupDay = z.object({
  date: CalendarDate,
  scope: z.int().meta({ description: 'Tasks that are not cancelled' }),
  done: z.int(),
  scope_points: z.int(),
  done_points: z.int(),
});
export type BurnupDay = z.output<typeof BurnupDay>;
export const Burnup = z.object({ data: z.array(BurnupDay) });

export const Summary = z.object({
  initiative_id: Id,
  status: z.enum(initiativeStatuses),
  health: z.enum(initiativeHealths),
  progress: Progress.meta({ description: 'Percentage of all tasks, including those that you may not read' }),
  tasks: z.record(TaskStatus, z.int()).meta({ description: 'Number of tasks per status' }),
  total: z.int(),
  overdue: z.int(),
  points: z.object({ total: z.int(), done: z.int() }).meta({ description: 'Without cancelled tasks' }),
  members: z.int(),
  last_update: updates.contract.row.nullable(),
});
