import { consequence, invalidField } from '@wfp/shared';
import { employeeNumberNeeded } from '../employees/announcements.ts';
import { holidayCalendarDeleting } from '../holiday-calendars/announcements.ts';
import { workScheduleDeleting } from '../work-schedules/announcements.ts';
import { isDefault } from './defaults.store.ts';
import { giveEmployeeNumber } from './employee-numbers/employee-numbers.service.ts';

export const companyConfigurationConsequences = [
  consequence({
    ...{ on: employeeNumberNeeded, name: 'company-configuration.employee-number', writes: [] },
    run: async ({ tx, caller, payload: { assign } }) => assign(await giveEmployeeNumber(tx, caller)),
  }),
  consequence({
    ...{ on: workScheduleDeleting, name: 'company-configuration.default', writes: [] },
    run: async ({ tx, caller, payload: { id } }) => {
      if (await isDefault(tx, caller, 'default_work_schedule_id', id))
        throw invalidField('id', 'Is the default work schedule of the company; choose another default first');
    },
  }),
  consequence({
    ...{ on: holidayCalendarDeleting, name: 'company-configuration.default', writes: [] },
    run: async ({ tx, caller, payload: { id } }) => {
      if (await isDefault(tx, caller, 'default_holiday_calendar_id', id))
        throw invalidField(
          'id',
          'Is the default holiday calendar of the company; choose another default first',
        );
    },
  }),
];
