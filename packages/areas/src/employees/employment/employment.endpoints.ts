import { endpoint, proposeRow } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import {
  employeeLeaving,
  employeeLeft,
  employeeReturned,
  positionAssigned,
  positionChosen,
  timelineApplied,
} from '../announcements.ts';
import { listRecordedEvents, rehireRecording, terminationRecording } from '../changes/apply.store.ts';
import { findEmployee } from '../rows/employees.store.ts';
import { Rehire } from '../timeline/timeline.contract.ts';
import { addChangeEvents } from '../timeline/timeline.service.ts';
import { Rehired, Terminate, Terminated } from './employment.contract.ts';
import { rehireEmployee, terminateEmployee } from './employment.service.ts';

export const employmentEndpoints = [
  endpoint({
    method: 'post',
    path: '/employees/:id/terminate',
    summary: 'Terminate an employee',
    can: 'employee:manage',
    params: IdParams,
    body: Terminate,
    returns: { 200: Terminated },
    emits: ['employee.change_cancelled', ...addChangeEvents, ...listRecordedEvents(terminationRecording)],
    announces: [employeeLeaving, timelineApplied, employeeLeft],
    review: {
      hook: 'employee.pre_archive',
      proposals: proposeRow((caller, id) => findEmployee(caller, id, 'employee:manage')),
    },
    handler: terminateEmployee,
  }),
  endpoint({
    method: 'post',
    path: '/employees/:id/rehire',
    summary: 'Rehire a former employee',
    can: 'employee:manage',
    params: IdParams,
    body: Rehire,
    returns: { 200: Rehired },
    emits: [...addChangeEvents, ...listRecordedEvents(rehireRecording)],
    announces: [positionChosen, timelineApplied, employeeReturned, positionAssigned],
    review: {
      hook: 'employee.pre_update',
      proposals: proposeRow((caller, id) => findEmployee(caller, id, 'employee:manage')),
    },
    handler: rehireEmployee,
  }),
];
