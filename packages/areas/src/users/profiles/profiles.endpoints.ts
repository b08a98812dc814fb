import { endpoint, rightsOnRows } from '@wfp/shared';
import { IdParams, ListOf, QueryId } from '@wfp/shared/contract';
import { z } from 'zod';
import { User } from '../accounts/users.contract.ts';
import { confirmEmailChange, requestEmailChange } from '../invitations/email-change.service.ts';
import { ChangeEmail, ConfirmEmail, Identity, ListIdentities, PendingEmail } from './profiles.contract.ts';
import { listIdentities, proposeRemoval, removeIdentity } from './profiles.service.ts';

export const profileEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/:id/identities',
    summary: 'List the sign-in methods of a user',
    can: 'user_identity:read',
    params: IdParams,
    query: ListIdentities,
    returns: { 200: ListOf(Identity) },
    rowRights: rightsOnRows('user_identity', '/users/:id/identities/:identity_id'),
    handler: listIdentities,
  }),
  endpoint({
    method: 'delete',
    path: '/users/:id/identities/:identity_id',
    summary: 'Remove a sign-in method of a user',
    details: 'The last one cannot be removed.',
    can: 'user_identity:archive',
    params: z.strictObject({ id: QueryId, identity_id: QueryId }),
    returns: { 204: null },
    emits: ['user_identity.post_archive', 'user.post_update'],
    review: { hook: 'user_identity.pre_archive', proposals: proposeRemoval },
    handler: removeIdentity,
  }),
  endpoint({
    method: 'post',
    path: '/users/me/email',
    summary: 'Request a change of your email address',
    details: 'A token is sent to the new address.',
    operationId: 'requestEmailChange',
    can: 'signed-in',
    body: ChangeEmail,
    returns: { 202: PendingEmail },
    emits: ['user.email_change_requested'],
    // Keyed by account: the request checks a password, and a different new address must not reset the count.
    throttle: (_, caller) => `password/${caller?.org_id}/${caller?.user_id}`,
    handler: requestEmailChange,
  }),
  endpoint({
    method: 'post',
    path: '/users/me/email/confirm',
    summary: 'Confirm a new email address with its token',
    operationId: 'confirmEmailChange',
    can: 'signed-in',
    body: ConfirmEmail,
    returns: { 200: User },
    emits: ['user.post_update', 'user.email_changed'],
    throttle: (body: ConfirmEmail) => `email-token/${body.token}`,
    handler: confirmEmailChange,
  }),
];
