import { defineArea, resource } from '@wfp/shared';
import { employeeEndpoints } from './employees.endpoints.ts';

export const employees = defineArea({
  name: 'employees',
  resources: [
    resource({
      code: 'employee',
      label: 'Employees',
      scopes: ['own', 'reports', 'team'],
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
});
