import { defineArea } from '@wfp/shared';
import { workScheduleDeleting } from './announcements.ts';
import { workSchedules as resource } from './work-schedules.resource.ts';

export const workSchedules = defineArea({
  name: 'work-schedules',
  about: 'The working time of each day of a week.',
  menu: [
    {
      key: 'work-schedules',
      label: 'Work schedules',
      icon: 'clock',
      group: 'company',
      resource: 'work_schedule',
    },
  ],
  declared: [resource],
  announcements: [workScheduleDeleting],
});

export {
  isLiveWorkSchedule,
  selectWorkSchedules,
  type WorkSchedule,
  workScheduleNamed,
  workScheduleNameOf,
} from './references.store.ts';
