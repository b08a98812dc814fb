import { defineEvents } from '@wfp/shared';

const ofEmployee = {
  aggregate: 'employee',
  record: 'the employee',
  recordName: 'first and last name of the employee',
};

export const employeeEvents = defineEvents(ofEmployee, {
  'employee.post_create': 'An employee was created: a present, future or former one.',
  'employee.post_update':
    'Fields of an employee changed, directly or by a change of the timeline that took effect.',
  'employee.post_archive':
    'An employee was deleted, as one created by mistake is. An employee who leaves is terminated instead.',
  'employee.hired': 'The employment started: on creation, or when the first day came.',
  'employee.rehired': 'A former employee is employed again; in addition to employee.post_update.',
  'employee.terminated': 'The employment ended with the last day; in addition to employee.post_update.',
  'employee.manager_changed':
    'An employee has another manager, or none; in addition to employee.post_update.',
  'employee.change_proposed': 'A user without the right to decide proposed a change of an employee.',
  'employee.change_scheduled':
    'A change of an employee was decided for a later day, a hire among them; it can still be cancelled.',
  'employee.change_applied': 'A change of an employee took effect, at once or on its day.',
  'employee.change_cancelled':
    'A proposed or scheduled change was withdrawn, declined, or became impossible.',
});
