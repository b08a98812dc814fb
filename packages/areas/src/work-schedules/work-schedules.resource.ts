import { defineResource, field } from '@wfp/shared';
import { Line } from '@wfp/shared/contract';
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
  },
  sort: 'name',
  hooks: {
    beforeArchive: {
      announces: [workScheduleDeleting],
      run: ({ tx, before: { id } }) => tx.announce(workScheduleDeleting, { id }).then(() => undefined),
    },
  },
});
