import { defineArea, resource } from '@wfp/shared';
import { employeeAnnouncements } from './announcements.ts';
import { changeEndpoints } from './changes.endpoints.ts';
import { employeeConsequences } from './consequences.ts';
import { dueChangesLane } from './due-changes.lane.ts';
import { employeeExport, employeeImport } from './employee-transfer.ts';
import { employeeEndpoints } from './employees.endpoints.ts';
import { employeeEvents } from './employees.events.ts';
import { employeeRows } from './employees.store.ts';
import { employmentEndpoints } from './employment.endpoints.ts';
import { changeRows } from './timeline.store.ts';

export const employees = defineArea({
  name: 'employees',
  about: 'The people who work here, and what changes about them over time.',
  resources: [
    resource({
      code: 'employee',
      label: 'Employees',
      scopes: ['own', 'reports', 'team'],
      rows: employeeRows,
      builtin: {
        owner: 'M',
        admin: 'RCUX',
        hr: 'M',
        manager: 'R',
        employee: 'R U@own',
        viewer: 'R',
        auditor: 'R',
      },
    }),
    resource({
      code: 'employee_change',
      label: 'Changes of employees',
      scopes: ['own', 'reports', 'team'],
      rows: changeRows,
      builtin: {
        owner: 'M',
        admin: 'R',
        hr: 'M',
        manager: 'RC@reports',
        employee: 'R@own',
        auditor: 'R',
      },
    }),
  ],
  endpoints: [...employeeEndpoints, ...employmentEndpoints, ...changeEndpoints],
  events: employeeEvents,
  announcements: employeeAnnouncements,
  consequences: employeeConsequences,
  jobs: [dueChangesLane],
  exports: [employeeExport],
  imports: [employeeImport],
});

export { employeeRows } from './employees.store.ts';
export { findHolders, holdersOf, plannedHoldersOf, userOfEmployee } from './holders.store.ts';
export { lockEmployeeWithoutUser } from './link-user.service.ts';
export {
  employeeOf,
  employeesAs,
  employeesAtWork,
  employeesOfUser,
  shareEmployee,
} from './references.store.ts';
