import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import {
  employeeLeaving,
  employeeLeft,
  employeeReturned,
  positionChosen,
  timelineApplied,
} from '../announcements.ts';
import { eventsOf, rehireFollowed, terminationFollowed } from '../changes/apply.store.ts';
import { Rehire } from '../timeline/timeline.contract.ts';
import { decisionEvents } from '../timeline/timeline.service.ts';
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
    emits: ['employee.change_cancelled', ...decisionEvents, ...eventsOf(terminationFollowed)],
    announces: [employeeLeaving, timelineApplied, employeeLeft],
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
    emits: [...decisionEvents, ...eventsOf(rehireFollowed)],
    announces: [positionChosen, timelineApplied, employeeReturned],
    handler: rehireEmployee,
  }),
];
