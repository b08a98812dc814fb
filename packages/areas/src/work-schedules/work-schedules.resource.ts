import { defineResource, field, rejectDependents } from '@wfp/shared';
import { Line } from '@wfp/shared/contract';
import { z } from 'zod';
import { workScheduleDeleting } from './announcements.ts';
import { ShownWeek, Week } from './work-schedules.contract.ts';

export const workSchedules = defineResource({
  code: 'work_schedule',
  noun: ['work schedule', 'work schedules'],
  label: 'Work schedules',
  path: '/work-schedules',
  model: 'WorkSchedule',
  table: 'work_schedules',
  recordName: 'name',
  builtin: { owner: 'M', admin: 'M', hr: 'RCUA', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    days: field(Week, { required: true, pgType: 'jsonb', shown: ShownWeek }),
    scales_with_fte: field(
      z.boolean().meta({
        description:
          'True: employees work the share of the time that is their full-time equivalent. False: all of it. Default: true',
      }),
    ),
  },
  sort: 'name',
  hooks: {
    beforeArchive: {
      announces: [workScheduleDeleting],
      run: ({ tx, before: { id } }) => rejectDependents(tx, workScheduleDeleting, id),
    },
  },
});
