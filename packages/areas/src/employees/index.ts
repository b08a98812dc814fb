import { defineArea, resource } from '@wfp/shared';
import { changeEndpoints } from './changes.endpoints.ts';
import { employeeExport, employeeImport } from './employee-transfer.ts';
import { employeeEndpoints } from './employees.endpoints.ts';
import { employeeEvents } from './employees.events.ts';
import { employeeRows } from './employees.store.ts';
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
  endpoints: [...employeeEndpoints, ...changeEndpoints],
  events: employeeEvents,
  exports: [employeeExport],
  imports: [employeeImport],
});

export { applyDue, dueEvents, giveUp } from './due-changes.service.ts';
export { Employee } from './employees.contract.ts';
export { refuse as refuseEmployee } from './employees.service.ts';
export { type EmployeeRow, employeeNow, employeeRows, findEmployee } from './employees.store.ts';
export { hireFounder } from './hiring.service.ts';
export { linkEvents, linkUser, lockEmployeeWithoutUser } from './link-user.service.ts';
export { moveHomes, moveHomesEvents } from './move-homes.service.ts';
export { employeeOf, employeesOfUser } from './references.store.ts';
export { rehire, rehireEvents } from './rehire.service.ts';
export { terminate, terminationEvents } from './termination.service.ts';
export { EmployeeChange, Rehire, Rehired } from './timeline.contract.ts';
export { beginning, type ChangeRow, lockForChange, lockTimelines } from './timeline.store.ts';
