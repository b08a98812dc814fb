import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import {
  approveChange,
  cancelChange,
  createChange,
  createChangeEvents,
  getChange,
  getHistory,
  listChanges,
} from './changes.service.ts';
import {
  ChangeParams,
  ChangesParams,
  CreateChange,
  EmployeeChange,
  HistorySpan,
  ListChanges,
  ReadHistory,
} from './timeline.contract.ts';
import { decisionEvents } from './timeline.service.ts';

export const changeEndpoints = [
  endpoint({
    method: 'get',
    path: '/employees/:id/history',
    summary: 'Show what was, is and will be true of an employee, from one change to the next',
    can: 'employee_change:read',
    params: IdParams,
    query: ReadHistory,
    returns: { 200: ListOf(HistorySpan) },
    handler: getHistory,
  }),
  endpoint({
    method: 'get',
    path: '/employees/:employeeId/changes',
    summary: 'List the changes of an employee, the latest first',
    can: 'employee_change:read',
    params: ChangesParams,
    query: ListChanges,
    returns: { 200: ListOf(EmployeeChange) },
    handler: listChanges,
  }),
  endpoint({
    method: 'get',
    path: '/employees/:employeeId/changes/:id',
    summary: 'Fetch one change of an employee',
    can: 'employee_change:read',
    params: ChangeParams,
    returns: { 200: EmployeeChange },
    handler: getChange,
  }),
  endpoint({
    method: 'post',
    path: '/employees/:employeeId/changes',
    summary: 'Change an employee from a day on, or propose it',
    can: 'employee_change:create',
    params: ChangesParams,
    body: CreateChange,
    returns: { 201: EmployeeChange },
    emits: createChangeEvents,
    handler: createChange,
  }),
  endpoint({
    method: 'post',
    path: '/employees/:employeeId/changes/:id/approve',
    summary: 'Confirm a proposed change',
    can: 'employee_change:update',
    params: ChangeParams,
    returns: { 200: EmployeeChange },
    emits: decisionEvents,
    handler: approveChange,
  }),
  endpoint({
    method: 'delete',
    path: '/employees/:employeeId/changes/:id',
    summary: 'Cancel a change that is proposed, or whose day has not come',
    can: 'employee_change:archive',
    params: ChangeParams,
    returns: { 204: null },
    emits: ['employee.change_cancelled'],
    handler: cancelChange,
  }),
];
