import { endpoint, proposeBody, proposeRow, type RowRights } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { grantsReplaced } from '../announcements.ts';
import { deleteRole } from './delete-role.service.ts';
import { proposeClone, proposePermissions, proposeRolePatch } from './role-proposals.service.ts';
import { CloneRole, CreateRole, DeleteRole, PatchRole, PutPermissions } from './roles.contract.ts';
import { roles } from './roles.resource.ts';
import {
  cloneRole,
  createRole,
  getRole,
  listRoles,
  patchRole,
  replacePermissions,
  restoreDeletedRole,
} from './roles.service.ts';

const Role = roles.contract.row;

/** A role is cloned with `role:create`, which must cover all roles. */
const roleRights: RowRights = {
  ...roles.rowRights,
  condition: (caller, right) =>
    right === 'create'
      ? caller.rowScopeFor('role:create')?.org === true
      : roles.rowRights.condition(caller, right),
};

export const roleEndpoints = [
  endpoint({
    method: 'get',
    path: '/roles',
    summary: 'List roles with their permissions',
    can: 'role:read',
    query: roles.contract.query,
    returns: { 200: roles.contract.list },
    rowRights: roleRights,
    handler: listRoles,
  }),
  endpoint({
    method: 'get',
    path: '/roles/:id',
    summary: 'Fetch a role',
    can: 'role:read',
    params: IdParams,
    returns: { 200: Role },
    rowRights: roleRights,
    handler: getRole,
  }),
  endpoint({
    method: 'post',
    path: '/roles',
    summary: 'Create a role',
    details: 'You can include only permissions that you have.',
    can: 'role:create',
    body: CreateRole,
    returns: { 201: Role },
    emits: ['role.post_create'],
    review: { hook: 'role.pre_create', proposals: proposeBody() },
    handler: createRole,
  }),
  endpoint({
    method: 'post',
    path: '/roles/:id/clone',
    summary: 'Clone a role',
    details: 'Built-in roles can be cloned too.',
    can: 'role:create',
    params: IdParams,
    body: CloneRole,
    returns: { 201: Role },
    emits: ['role.post_create'],
    review: { hook: 'role.pre_create', proposals: proposeClone },
    handler: cloneRole,
  }),
  endpoint({
    method: 'patch',
    path: '/roles/:id',
    summary: 'Update a role',
    details:
      'Making a role the default requires role:update for all roles and the authority to grant the role to all users; API keys cannot do it.',
    can: 'role:update',
    params: IdParams,
    body: PatchRole,
    returns: { 200: Role },
    emits: ['role.post_update'],
    review: { hook: 'role.pre_update', proposals: proposeRolePatch },
    handler: patchRole,
  }),
  endpoint({
    method: 'put',
    path: '/roles/:id/permissions',
    summary: 'Replace the permissions of a role',
    details: 'Takes effect on the next request of every user with the role. API keys cannot do it.',
    can: 'role:manage',
    params: IdParams,
    body: PutPermissions,
    returns: { 200: Role },
    when: [{ is_builtin: [false] }],
    emits: ['role.permissions_changed'],
    review: { hook: 'role.pre_update', proposals: proposePermissions },
    handler: replacePermissions,
  }),
  endpoint({
    method: 'delete',
    path: '/roles/:id',
    summary: 'Delete a role',
    details: 'If the role is in use, specify the role that replaces it.',
    can: 'role:archive',
    params: IdParams,
    query: DeleteRole,
    returns: { 204: null },
    when: [{ is_builtin: [false], is_default: [false] }],
    emits: ['grant.expired', 'grant.post_archive', 'grant.post_create', 'role.post_archive'],
    announces: [grantsReplaced],
    review: {
      hook: 'role.pre_archive',
      proposals: proposeRow((caller, id) => roles.find(caller, id, 'archive')),
    },
    handler: deleteRole,
  }),
  endpoint({
    method: 'post',
    path: '/roles/:id/restore',
    summary: 'Restore a deleted role',
    details: 'Its grants are not restored. API keys cannot do it.',
    can: 'role:manage',
    params: IdParams,
    returns: { 200: Role },
    emits: ['role.post_update'],
    handler: restoreDeletedRole,
  }),
];
