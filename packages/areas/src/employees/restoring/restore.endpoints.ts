import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { employeeRestored, positionChosen } from '../announcements.ts';
import { ChangedEmployee } from '../rows/employees.contract.ts';
import { RestoreEmployee } from './restore.contract.ts';
import { restoreEmployee, restoreEvents } from './restore.service.ts';

export const restoreEndpoints = [
  endpoint({
    method: 'post',
    path: '/employees/:id/restore',
    summary: 'Restore a deleted employee',
    details:
      'The position, the team and the manager must still be valid; values in the body replace them from today on. Changes that the deletion cancelled remain cancelled, except the hire.',
    can: 'employee:manage',
    params: IdParams,
    body: RestoreEmployee,
    returns: { 200: ChangedEmployee },
    emits: restoreEvents,
    announces: [positionChosen, employeeRestored],
    handler: restoreEmployee,
  }),
];
