import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { CreateGrant } from './grants.contract.ts';
import { grants } from './grants.resource.ts';
import { createGrant, endGrant } from './grants.service.ts';

export const grantEndpoints = [
  endpoint({
    method: 'post',
    path: '/grants',
    summary: 'Give a user a role, narrowed to a team or a time if you like',
    can: 'grant:create',
    body: CreateGrant,
    returns: { 201: grants.contract.row },
    emits: ['grant.expired', 'grant.post_create'],
    handler: createGrant,
  }),
  endpoint({
    method: 'delete',
    path: '/grants/:id',
    summary: 'Take a role away; it counts on the next request',
    can: 'grant:archive',
    params: IdParams,
    returns: { 204: null },
    emits: ['grant.post_archive'],
    handler: endGrant,
  }),
];
