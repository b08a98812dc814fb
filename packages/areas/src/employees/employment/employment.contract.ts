import { CalendarDate, Id, Line, Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { changes } from '../changes/changes.resource.ts';
import { Employee } from '../rows/employees.contract.ts';

export const Terminate = z.strictObject({
  end_date: CalendarDate.meta({ description: 'The first day on which they are employed no more' }),
  reason_code: Line(50),
  note: Prose(2_000).nullable().optional(),
  reassign_reports_to: Id.optional().meta({
    description: 'The employee who manages their reports from then on',
  }),
  reassign_tasks_to: Id.optional().meta({
    description: 'The employee who gets their open tasks on that day',
  }),
});
export type Terminate = z.output<typeof Terminate>;

export const Terminated = z.object({
  employee: Employee,
  change: changes.contract.row,
  owned: z
    .object({
      tasks: z.array(Id).meta({ description: 'The first 100 open ones that you may read' }),
      more_tasks: z.int().meta({ description: 'How many there are besides' }),
      reports: z.array(Id),
      teams_led: z.array(Id),
    })
    .meta({ description: 'What was theirs when this was asked: open tasks, direct reports, teams to lead' }),
});

export const Rehired = z.object({ employee: Employee, change: changes.contract.row });
