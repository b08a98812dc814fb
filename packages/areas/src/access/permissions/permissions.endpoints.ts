import { endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { explainPermission } from './explain.service.ts';
import {
  ExplainPermission,
  Explanation,
  PermissionRow,
  ResourceParams,
  ResourceRow,
  RightRow,
} from './permissions.contract.ts';
import {
  getResource,
  listMyPermissions,
  listPermissions,
  listResources,
  listRights,
  listUserPermissions,
} from './registry.service.ts';

export const permissionEndpoints = [
  endpoint({
    method: 'get',
    path: '/permissions',
    summary: 'List all permissions',
    can: 'role:read',
    returns: { 200: ListOf(PermissionRow) },
    handler: listPermissions,
  }),
  endpoint({
    method: 'get',
    path: '/permissions/explain',
    summary: 'Explain why a user has or lacks a permission',
    details: 'Without `grant:read`, only your own permissions.',
    operationId: 'explainPermission',
    can: 'signed-in',
    query: ExplainPermission,
    returns: { 200: Explanation },
    handler: explainPermission,
  }),
  endpoint({
    method: 'get',
    path: '/rights',
    summary: 'List the rights on records',
    can: 'role:read',
    returns: { 200: ListOf(RightRow) },
    handler: listRights,
  }),
  endpoint({
    method: 'get',
    path: '/resources',
    summary: 'List the resources of permissions',
    can: 'role:read',
    returns: { 200: ListOf(ResourceRow) },
    handler: listResources,
  }),
  endpoint({
    method: 'get',
    path: '/resources/:code',
    summary: 'Fetch a resource',
    can: 'role:read',
    params: ResourceParams,
    returns: { 200: ResourceRow },
    handler: getResource,
  }),
  endpoint({
    method: 'get',
    path: '/users/me/permissions',
    summary: 'List your permissions',
    operationId: 'listMyPermissions',
    can: 'signed-in',
    returns: { 200: ListOf(PermissionRow) },
    handler: listMyPermissions,
  }),
  endpoint({
    method: 'get',
    path: '/users/:id/permissions',
    summary: 'List the permissions of a user',
    can: 'grant:read',
    params: IdParams,
    returns: { 200: ListOf(PermissionRow) },
    handler: listUserPermissions,
  }),
];
