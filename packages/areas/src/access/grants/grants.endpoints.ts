import { endpoint, proposeBody, proposeRow } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { CreateGrant } from './grants.contract.ts';
import { grants } from './grants.resource.ts';
import { createGrant, endGrant } from './grants.service.ts';

export const grantEndpoints = [
  endpoint({
    method: 'post',
    path: '/grants',
    summary: 'Grant a role to a user',
    details: 'Can be restricted to a team or to the user’s own records, and to a period.',
    can: 'grant:create',
    body: CreateGrant,
    returns: { 201: grants.contract.row },
    emits: ['grant.expired', 'grant.post_create'],
    review: { hook: 'grant.pre_create', proposals: proposeBody() },
    handler: createGrant,
  }),
  endpoint({
    method: 'delete',
    path: '/grants/:id',
    summary: 'End a grant',
    details: 'Takes effect on the next request of the user.',
    can: 'grant:archive',
    params: IdParams,
    returns: { 204: null },
    when: [{ source: ['manual', 'default', 'pack'] }],
    emits: ['grant.post_archive'],
    review: {
      hook: 'grant.pre_archive',
      proposals: proposeRow((caller, id) => grants.find(caller, id, 'archive')),
    },
    handler: endGrant,
  }),
];
