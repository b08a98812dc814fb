import { defineArea, endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { maxWorkingTimeDays, ReadWorkingTime, WorkingTime } from './working-time.contract.ts';
import { getWorkingTime } from './working-time.service.ts';

export const workingTime = defineArea({
  name: 'working-time',
  about: 'The working time of employees, from their schedules, holidays and employment.',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/employees/:id/working-time',
      summary: 'Fetch the working time of an employee',
      details: `The minutes of each day, and why; scheduled changes included. At most ${maxWorkingTimeDays} days. Requires \`employee_change:read\`, except for your own.`,
      can: 'employee:read',
      params: IdParams,
      query: ReadWorkingTime,
      returns: { 200: WorkingTime },
      handler: getWorkingTime,
    }),
  ],
});

export { findWorkingTime, type WorkingDay, type WorkingTimeQuery } from './working-time.service.ts';
