import { defineArea, resource } from '@wfp/shared';
import { employeeAnnouncements } from './announcements.ts';
import { changeEndpoints } from './changes/changes.endpoints.ts';
import { changes } from './changes/changes.resource.ts';
import { dueChangesLane } from './changes/due-changes.lane.ts';
import { employeeConsequences } from './consequences.ts';
import { employmentEndpoints } from './employment/employment.endpoints.ts';
import { occupancyEndpoints } from './places/occupancy.endpoints.ts';
import { encryptedPrivateData } from './private-data/private-data.encryption.ts';
import { privateDataEndpoints } from './private-data/private-data.endpoints.ts';
import { privateDataRows, privateDataTable } from './private-data/private-data.store.ts';
import { referencesCheck } from './references/checks.store.ts';
import { restoreEndpoints } from './restoring/restore.endpoints.ts';
import { employeeExport, employeeImport } from './rows/employee-transfer.ts';
import { employeeEndpoints } from './rows/employees.endpoints.ts';
import { employeeEvents, privateDataEvents } from './rows/employees.events.ts';
import { employeeNaming, employeeRows } from './rows/employees.store.ts';
import { periodsCheck } from './timeline/periods-check.store.ts';

export const employees = defineArea({
  name: 'employees',
  about: 'Employees, their dated changes and the org chart.',
  menu: [{ key: 'employees', label: 'Employees', icon: 'users', group: 'people', resource: 'employee' }],
  resources: [
    resource({
      code: 'employee',
      label: 'Employees',
      scopes: ['own', 'reports', 'team'],
      rows: employeeRows,
      naming: employeeNaming,
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
      code: 'employee_private',
      label: 'Private data of employees',
      scopes: ['own', 'reports', 'team'],
      rows: privateDataRows,
      recorded: privateDataTable,
      // Without the own data, an administrator could not grant the role `employee`, which has it.
      builtin: { owner: 'M', admin: 'RU@own', hr: 'M', employee: 'RU@own' },
    }),
  ],
  declared: [changes],
  endpoints: [
    ...employeeEndpoints,
    ...restoreEndpoints,
    ...employmentEndpoints,
    ...changeEndpoints,
    ...occupancyEndpoints,
    ...privateDataEndpoints,
  ],
  events: [...employeeEvents, ...privateDataEvents],
  announcements: employeeAnnouncements,
  consequences: employeeConsequences,
  jobs: [dueChangesLane],
  checks: [referencesCheck, periodsCheck],
  exports: [employeeExport],
  imports: [employeeImport],
  encryptedColumns: encryptedPrivateData,
});

export {
  findHolders,
  findUserOfEmployee,
  holderSorts,
  lockEmployeeOfUser,
  selectHolderIds,
  selectPlannedHolderIds,
} from './holders.store.ts';
export { guardPeopleOnTeamNesting } from './reach/team-nesting.store.ts';
export { employeeStatuses, employmentTypes } from './rows/employees.contract.ts';
export { requireAsOfPermission, requireReadableOnAnyDay } from './rows/employees.service.ts';
export { employeeRows } from './rows/employees.store.ts';
export {
  employeeById,
  employeeOf,
  employeeOfChange,
  employeesAs,
  employeesAtWork,
  employeesOfUser,
  highestEmployeeNumber,
  isAtWork,
} from './rows/references.store.ts';
export { lockEmployeeWithoutUser } from './teams-and-users/link-user.service.ts';
export { findSeatDecision } from './timeline/decisions.store.ts';
export {
  type EmploymentFacts,
  type EmploymentValues,
  selectEmploymentFacts,
} from './timeline/employment-facts.store.ts';
