import { defineArea, resource } from '@wfp/shared';
import { employeeExport, employeeImport } from './employee-transfer.ts';
import { employeeEndpoints } from './employees.endpoints.ts';
import { employeeRows } from './employees.store.ts';

export const employees = defineArea({
  name: 'employees',
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
  ],
  endpoints: employeeEndpoints,
  exports: [employeeExport],
  imports: [employeeImport],
});

export { hireFounder } from './employees.service.ts';
export { linkUser, lockEmployeeWithoutUser } from './link-user.service.ts';
