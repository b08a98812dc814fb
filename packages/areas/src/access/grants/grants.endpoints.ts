import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { CreateGrant, Grant, ListGrants } from './grants.contract.ts';
import { createGrant, endGrant, getGrant, listGrants } from './grants.service.ts';

export const grantEndpoints = [
  endpoint({
    method: 'get',
    path: '/grants',
    summary: 'List who holds which role',
    can: 'grant:read',
    query: ListGrants,
    returns: { 200: ListOf(Grant) },
    handler: listGrants,
  }),
  endpoint({
    method: 'get',
    path: '/grants/:id',
    summary: 'Fetch one grant',
    can: 'grant:read',
    params: IdParams,
    returns: { 200: Grant },
    handler: getGrant,
  }),
  endpoint({
    method: 'post',
    path: '/grants',
    summary: 'Give a user a role, narrowed to a team or a time if you like',
    can: 'grant:create',
    body: CreateGrant,
    returns: { 201: Grant },
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
