import { endpoint, proposeBody, proposeRow, rightsOnRows } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import {
  employeeDeleted,
  employeeHired,
  employeeLinked,
  employeeNumberNeeded,
  employeeRenamed,
  positionAssigned,
  positionChosen,
} from '../announcements.ts';
import { createEmployee, hireEvents } from '../employment/hiring.service.ts';
import { identityEvents } from '../names/identity.service.ts';
import { ListReports, OrgChart, ReadOrgChart, Report } from '../org-chart/org-chart.contract.ts';
import { listReports, readOrgChart } from '../org-chart/org-chart.service.ts';
import { linkEmployeeToUser } from '../teams-and-users/link-user.service.ts';
import { LinkUser } from '../timeline/timeline.contract.ts';
import {
  ChangedEmployee,
  CreateEmployee,
  Employee,
  ListEmployees,
  PatchEmployee,
  ReadEmployee,
} from './employees.contract.ts';
import {
  deleteEmployee,
  getEmployee,
  listEmployees,
  patchEmployee,
  proposeEmployeePatch,
} from './employees.service.ts';
import { findEmployee } from './employees.store.ts';

const employeeRights = rightsOnRows('employee', '/employees/:id');

export const employeeEndpoints = [
  endpoint({
    method: 'get',
    path: '/employees',
    summary: 'List employees by name',
    can: 'employee:read',
    query: ListEmployees,
    returns: { 200: ListOf(Employee) },
    rowRights: employeeRights,
    handler: listEmployees,
  }),
  endpoint({
    method: 'get',
    path: '/employees/:id',
    summary: 'Fetch an employee',
    can: 'employee:read',
    params: IdParams,
    query: ReadEmployee,
    returns: { 200: Employee },
    rowRights: employeeRights,
    handler: getEmployee,
  }),
  endpoint({
    method: 'get',
    path: '/employees/org-chart',
    summary: 'Fetch the org chart',
    operationId: 'getOrgChart',
    fails: ['not_found'],
    can: 'employee:read',
    query: ReadOrgChart,
    returns: { 200: OrgChart },
    handler: readOrgChart,
  }),
  endpoint({
    method: 'get',
    path: '/employees/:id/reports',
    summary: 'List direct and indirect reports of an employee',
    can: 'employee:read',
    params: IdParams,
    query: ListReports,
    returns: { 200: ListOf(Report) },
    rowRights: employeeRights,
    handler: listReports,
  }),
  endpoint({
    method: 'post',
    path: '/employees',
    summary: 'Hire an employee',
    can: 'employee:create',
    body: CreateEmployee,
    returns: { 201: ChangedEmployee },
    emits: hireEvents,
    announces: [employeeNumberNeeded, positionChosen, employeeHired, employeeRenamed, positionAssigned],
    review: { hook: 'employee.pre_create', proposals: proposeBody() },
    handler: createEmployee,
  }),
  endpoint({
    method: 'patch',
    path: '/employees/:id',
    summary: 'Update or correct fields of an employee',
    details:
      'Names and the employee number are corrected: also for the past, back to the change that set the wrong value. A later dated change stays. First and last name and the number require employee:update for the whole organization.',
    can: 'employee:update',
    params: IdParams,
    body: PatchEmployee,
    returns: { 200: Employee },
    emits: ['employee.post_update', ...identityEvents],
    announces: [employeeRenamed],
    review: { hook: 'employee.pre_update', proposals: proposeEmployeePatch },
    handler: patchEmployee,
  }),
  endpoint({
    method: 'delete',
    path: '/employees/:id',
    summary: 'Delete an employee without reports',
    can: 'employee:archive',
    params: IdParams,
    returns: { 204: null },
    emits: ['employee.post_archive', 'employee.change_cancelled'],
    announces: [employeeDeleted],
    review: {
      hook: 'employee.pre_archive',
      proposals: proposeRow((caller, id) => findEmployee(caller, id, 'employee:archive')),
    },
    handler: deleteEmployee,
  }),
  endpoint({
    method: 'post',
    path: '/employees/:id/link-user',
    summary: 'Link an employee to a user',
    can: 'employee:manage',
    params: IdParams,
    body: LinkUser,
    returns: { 200: ChangedEmployee },
    when: [{ user_id: [null] }],
    emits: ['employee.post_update'],
    announces: [employeeLinked, employeeRenamed, positionAssigned],
    review: {
      hook: 'employee.pre_update',
      proposals: proposeRow((caller, id) => findEmployee(caller, id, 'employee:manage')),
    },
    handler: linkEmployeeToUser,
  }),
];
