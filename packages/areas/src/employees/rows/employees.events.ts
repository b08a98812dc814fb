import { defineEvents } from '@wfp/shared';

const ofEmployee = {
  aggregate: 'employee',
  record: 'the employee',
  recordName: 'the first and last name of the employee',
};

export const employeeEvents = [
  ...defineEvents(ofEmployee, {
    'employee.post_create': 'A current, future or former employee was created.',
    'employee.post_update': 'Fields of an employee changed, directly or by a dated change that took effect.',
    'employee.post_archive':
      'An employee who was created by mistake was deleted; they can be restored. Employees who leave are terminated instead.',
    'employee.post_restore': 'A deleted employee was restored, with their timeline.',
    'employee.hired':
      'The employment started: on creation, on the first day, by a correction of the hire date, or on restoration after the first day.',
    'employee.rehired': 'A former employee is employed again. Emitted in addition to employee.post_update.',
    'employee.terminated': 'The employment ended. Emitted in addition to employee.post_update.',
    'employee.manager_changed':
      'The manager of an employee changed or was removed. Emitted in addition to employee.post_update.',
  }),
  ...defineEvents(
    { ...ofEmployee, alsoAbout: 'employee_change' },
    {
      'employee.change_proposed': 'A change of an employee was proposed and requires approval.',
      'employee.change_scheduled': 'A change of an employee, or their hire, was scheduled for a later day.',
      'employee.change_applied': 'A change of an employee took effect, immediately or on its day.',
      'employee.change_cancelled':
        'A change was cancelled, withdrawn or replaced by a correction, or became invalid before it took effect.',
    },
  ),
];

const ofPrivateData = {
  aggregate: 'employee_private',
  record: 'the private data; its id is that of the employee',
  isPrivate: true,
  seenBy: 'only to the user of the employee',
};

export const privateDataEvents = defineEvents(ofPrivateData, {
  'employee_private.post_update':
    'Private data of an employee changed. The audit entry names the fields; no event or audit entry has their values.',
});
