import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { CreateEmployee, Employee, ListEmployees, PatchEmployee } from './employees.contract.ts';
import {
  createEmployee,
  deleteEmployee,
  getEmployee,
  listEmployees,
  patchEmployee,
} from './employees.service.ts';

export const employeeEndpoints = [
  endpoint({
    method: 'get',
    path: '/employees',
    summary: 'List employees by name',
    can: 'employee:read',
    query: ListEmployees,
    returns: { 200: ListOf(Employee) },
    handler: listEmployees,
  }),
  endpoint({
    method: 'get',
    path: '/employees/:id',
    summary: 'Fetch one employee',
    can: 'employee:read',
    params: IdParams,
    returns: { 200: Employee },
    handler: getEmployee,
  }),
  endpoint({
    method: 'post',
    path: '/employees',
    summary: 'Hire an employee',
    can: 'employee:create',
    body: CreateEmployee,
    returns: { 201: Employee },
    emits: ['employee.post_create', 'team.member_joined', 'grant.post_create', 'grant.post_archive'],
    handler: createEmployee,
  }),
  endpoint({
    method: 'patch',
    path: '/employees/:id',
    summary: 'Change fields of an employee that need no date',
    can: 'employee:update',
    params: IdParams,
    body: PatchEmployee,
    returns: { 200: Employee },
    emits: ['employee.post_update'],
    handler: patchEmployee,
  }),
  endpoint({
    method: 'delete',
    path: '/employees/:id',
    summary: 'Delete an employee whom nobody reports to',
    can: 'employee:archive',
    params: IdParams,
    returns: { 204: null },
    emits: ['employee.post_archive', 'team.member_left', 'grant.post_create', 'grant.post_archive'],
    handler: deleteEmployee,
  }),
];
