import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { Rehire, Rehired, rehireEvents, terminationEvents } from '../employees/index.ts';
import { returnerEvents } from '../users/index.ts';
import { Terminate, Terminated } from './employment.contract.ts';
import { rehireEmployee, terminateEmployee } from './employment.service.ts';
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
  endpoint({
    method: 'post',
    path: '/employees/:id/rehire',
    summary: 'Employ somebody again who has left',
    can: 'employee:manage',
    params: IdParams,
    body: Rehire,
    returns: { 200: Rehired },
    emits: [...rehireEvents, ...returnerEvents],
    handler: rehireEmployee,
  }),
];
