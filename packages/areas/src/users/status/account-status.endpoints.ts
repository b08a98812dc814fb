import { endpoint, proposeRow } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { DeactivateUser, EndedSessions, EraseUser, SuspendUser, User } from '../accounts/users.contract.ts';
import { findUser } from '../accounts/users.store.ts';
import { userAccessEnded, userDeactivated, userErased } from '../announcements.ts';
import { resendInvitation } from '../invitations/invitations.service.ts';
import { deactivateUser, reactivateUser, revokeSessions } from './account-status.service.ts';
import { deactivationEvents, reactivationEvents } from './account-status.store.ts';
import { eraseUser } from './erasure.service.ts';
import { resumeUser, suspendUser } from './suspension.service.ts';

export const accountStatusEndpoints = [
  endpoint({
    method: 'post',
    path: '/users/:id/resend-invite',
    summary: 'Resend an invitation',
    can: 'user:update',
    params: IdParams,
    returns: { 200: User },
    when: [{ status: ['invited'] }],
    emits: ['user.invited'],
    handler: resendInvitation,
  }),
  endpoint({
    method: 'post',
    path: '/users/:id/deactivate',
    summary: 'Deactivate a user',
    details:
      "The user's sessions, tokens and API keys are rejected from the next request on. API keys are revoked for good: a reactivated user creates new ones. A user who was deactivated by a termination then stays deactivated after a rehire.",
    can: 'user:archive',
    params: IdParams,
    body: DeactivateUser,
    returns: { 200: User },
    when: [{ status: ['active', 'invited', 'suspended'] }, { left_as_employee: [true] }],
    emits: deactivationEvents,
    announces: [userAccessEnded, userDeactivated],
    review: {
      hook: 'user.pre_archive',
      proposals: proposeRow((caller, id) => findUser(caller, id, 'user:archive')),
    },
    handler: deactivateUser,
  }),
  endpoint({
    method: 'post',
    path: '/users/:id/reactivate',
    summary: 'Reactivate a user',
    can: 'user:manage',
    params: IdParams,
    returns: { 200: User },
    when: [{ status: ['deactivated'] }],
    emits: reactivationEvents,
    review: {
      hook: 'user.pre_update',
      proposals: proposeRow(
        (caller, id) => findUser(caller, id, 'user:manage'),
        () => ({ status: 'active' }),
      ),
    },
    handler: reactivateUser,
  }),
  endpoint({
    method: 'post',
    path: '/users/:id/suspend',
    summary: 'Suspend a user',
    details:
      "The user's sessions end. API keys are rejected until the user is resumed, but not revoked. Tasks, grants and reports remain.",
    can: 'user:manage',
    params: IdParams,
    body: SuspendUser,
    returns: { 200: User },
    when: [{ status: ['active'] }],
    emits: ['user.post_update', 'user.suspended', 'auth.logout'],
    review: {
      hook: 'user.pre_update',
      proposals: proposeRow(
        (caller, id) => findUser(caller, id, 'user:manage'),
        () => ({ status: 'suspended' }),
      ),
    },
    handler: suspendUser,
  }),
  endpoint({
    method: 'post',
    path: '/users/:id/resume',
    summary: 'Resume a suspended user',
    details: "The user can sign in again, and the user's API keys work again.",
    can: 'user:manage',
    params: IdParams,
    returns: { 200: User },
    when: [{ status: ['suspended'] }],
    emits: ['user.post_update', 'user.resumed'],
    review: {
      hook: 'user.pre_update',
      proposals: proposeRow(
        (caller, id) => findUser(caller, id, 'user:manage'),
        () => ({ status: 'active' }),
      ),
    },
    handler: resumeUser,
  }),
  endpoint({
    method: 'post',
    path: '/users/:id/revoke-sessions',
    summary: 'End all sessions of a user',
    details: "The user's API keys remain valid.",
    can: 'user:manage',
    params: IdParams,
    returns: { 200: EndedSessions },
    emits: ['auth.logout'],
    handler: revokeSessions,
  }),
  endpoint({
    method: 'post',
    path: '/users/:id/erase',
    summary: 'Erase the personal data of a deactivated user',
    details: 'This cannot be undone. Only owners can do it.',
    can: 'user:manage',
    params: IdParams,
    body: EraseUser,
    returns: { 200: User },
    when: [{ status: ['deactivated'], erased_at: [null] }],
    emits: ['user.erased', 'user.post_archive'],
    announces: [userErased],
    review: {
      hook: 'user.pre_archive',
      // A deleted user is not archived again. The change omits the email address that confirms the request.
      proposals: proposeRow(
        (caller, id) => findUser(caller, id, 'user:manage'),
        () => ({}),
      ),
    },
    handler: eraseUser,
  }),
];
