import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { PatchPrivateData, PrivateData } from './private-data.contract.ts';
import { deletePrivateData, getPrivateData, patchPrivateData } from './private-data.service.ts';

export const privateDataEndpoints = [
  endpoint({
    method: 'get',
    path: '/employees/:id/private',
    summary: 'Fetch the private data of an employee',
    details: 'Reading the data of another employee writes an audit entry.',
    operationId: 'getEmployeePrivate',
    can: 'employee_private:read',
    params: IdParams,
    returns: { 200: PrivateData },
    recordsReads: true,
    handler: getPrivateData,
  }),
  endpoint({
    method: 'patch',
    path: '/employees/:id/private',
    summary: 'Update the private data of an employee',
    details:
      'Each field is replaced as a whole; null removes it. Also requires `employee_private:read`, because the response shows all fields.',
    operationId: 'updateEmployeePrivate',
    can: 'employee_private:update',
    params: IdParams,
    body: PatchPrivateData,
    returns: { 200: PrivateData },
    emits: ['employee_private.post_update'],
    handler: patchPrivateData,
  }),
  endpoint({
    method: 'delete',
    path: '/employees/:id/private',
    summary: 'Delete the private data of an employee',
    details: 'Also that of a deleted employee. It cannot be restored.',
    operationId: 'deleteEmployeePrivate',
    can: 'employee_private:update',
    params: IdParams,
    returns: { 204: null },
    emits: ['employee_private.post_update'],
    handler: deletePrivateData,
  }),
];
