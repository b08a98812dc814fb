import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { terminationEvents } from '../employees/index.ts';
import { Terminate, Terminated } from './employment.contract.ts';
import { terminateEmployee } from './employment.service.ts';
import { leavingEvents } from './leaving.service.ts';

export const employmentEndpoints = [
  endpoint({
    method: 'post',
    path: '/employees/:id/terminate',
    summary: 'End the employment of somebody on a day',
    can: 'employee:manage',
    params: IdParams,
    body: Terminate,
    returns: { 200: Terminated },
    emits: [...terminationEvents, ...leavingEvents],
    handler: terminateEmployee,
  }),
];
