import { defineArea } from '@wfp/shared';
import { workScheduleDeleting } from './announcements.ts';
import { workSchedules as resource } from './work-schedules.resource.ts';

export const workSchedules = defineArea({
  name: 'work-schedules',
  about: 'The working time of each day of a week.',
  declared: [resource],
  announcements: [workScheduleDeleting],
});
