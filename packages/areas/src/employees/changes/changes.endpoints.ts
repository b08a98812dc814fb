import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { employeeRenamed, positionAssigned, positionChosen, timelineApplied } from '../announcements.ts';
import { ChangeParams, HistorySpan, ReadHistory } from '../timeline/timeline.contract.ts';
import { listRecordedEvents, placementRecording } from './apply.store.ts';
import { changes } from './changes.resource.ts';
import { approveChange, getHistory, withdrawChange } from './changes.service.ts';

export const changeEndpoints = [
  endpoint({
    method: 'get',
    path: '/employees/:id/history',
    summary: 'Fetch the history of an employee',
    details: 'Past, current and scheduled values: one period from each change to the next.',
    can: 'employee_change:read',
    params: IdParams,
    query: ReadHistory,
    returns: { 200: ListOf(HistorySpan) },
    handler: getHistory,
  }),
  endpoint({
    method: 'post',
    path: '/employees/:employeeId/changes/:id/approve',
    summary: 'Approve a proposed change',
    can: 'employee_change:update',
    params: ChangeParams,
    returns: { 200: changes.contract.writtenRow },
    when: [{ state: ['proposed'] }],
    emits: [
      'employee.change_scheduled',
      'employee.change_applied',
      ...listRecordedEvents(placementRecording),
    ],
    announces: [positionChosen, timelineApplied, employeeRenamed, positionAssigned],
    handler: approveChange,
  }),
  endpoint({
    method: 'post',
    path: '/employees/:employeeId/changes/:id/withdraw',
    summary: 'Withdraw your own proposed change',
    can: 'employee_change:create',
    params: ChangeParams,
    returns: { 200: changes.contract.row },
    when: [{ state: ['proposed'] }],
    emits: ['employee.change_cancelled'],
    handler: withdrawChange,
  }),
];
