import { z } from 'zod';
import { set } from '../timeline/timeline.contract.ts';

/** Values that replace those of the deleted employee, for references that have become invalid. */
export const RestoreEmployee = z
  .strictObject({
    position_id: set.position_id,
    team_id: set.team_id,
    manager_id: set.manager_id,
    place_id: set.place_id,
    work_schedule_id: set.work_schedule_id,
    holiday_calendar_id: set.holiday_calendar_id,
  })
  .prefault({});
export type RestoreEmployee = z.output<typeof RestoreEmployee>;
