import { CalendarDate, Id, Line, Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { changes } from '../changes/changes.resource.ts';
import { Employee, Warnings } from '../rows/employees.contract.ts';

export const Terminate = z.strictObject({
  end_date: CalendarDate.meta({ description: 'First day after the employment' }),
  reason_code: Line(50),
  note: Prose(2_000).nullable().optional(),
  reassign_reports_to: Id.optional().meta({
    description: 'Employee to whom the direct reports, at most 200, are reassigned from end_date on',
  }),
  reassign_tasks_to: Id.optional().meta({
    description: 'Employee to whom the open tasks are reassigned on end_date',
  }),
});
export type Terminate = z.output<typeof Terminate>;

export const Terminated = z.object({
  employee: Employee,
  change: changes.contract.row,
  owned: z
    .object({
      tasks: z.array(Id).meta({ description: 'The first 100 open tasks that you can read' }),
      more_tasks: z.int().meta({ description: 'Number of further open tasks that you can read' }),
      reports: z.array(Id).meta({ description: 'Direct reports that you can read' }),
      teams_led: z.array(Id).meta({ description: 'Led teams that you can read' }),
    })
    .meta({ description: 'Open tasks, direct reports and led teams at the time of the request' }),
});

export const Rehired = z.object({ employee: Employee, change: changes.contract.row, warnings: Warnings });
