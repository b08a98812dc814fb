import { defineEvents } from '@wfp/shared';

const ofEmployee = {
  aggregate: 'employee',
  record: 'the employee',
  recordName: 'first and last name of the employee',
};

export const employeeEvents = defineEvents(ofEmployee, {
  'employee.post_create': 'An employee was entered, whether they work already, will, or have left.',
  'employee.post_update':
    'Something about an employee changed: their own data, or what a change of their timeline made true today.',
  'employee.post_archive':
    'An employee was deleted, as one entered by mistake is. Who leaves is terminated instead.',
  'employee.hired':
    'Somebody works here from now on: entered on or after their first day, or that day has come.',
  'employee.rehired': 'Somebody who had left works here again; in addition to employee.post_update.',
  'employee.terminated':
    'Somebody works here no more: their last day is over; in addition to employee.post_update.',
  'employee.manager_changed':
    'An employee has another manager, or none; in addition to employee.post_update.',
  'employee.change_proposed': 'Somebody without the right to decide proposed a change of an employee.',
  'employee.change_scheduled':
    'A change of an employee was decided for a later day, a hire among them; it can still be cancelled.',
  'employee.change_applied': 'A change of an employee became true: at once, or because its day has come.',
  'employee.change_cancelled':
    'A proposed or scheduled change was withdrawn, declined, or cannot be made any more.',
});
