import { defineResource, field } from '@wfp/shared';
import { z } from 'zod';
import { isHeldBy, permissionList } from './role-fields.store.ts';
import { PermissionList } from './roles.contract.ts';

const never = { writable: 'never' } as const;

/**
 * Roles. Writes are endpoints of this area, under the access lock; reads add the permissions of built-in roles, which
 * the areas declare.
 */
export const roles = defineResource({
  code: 'role',
  noun: ['role', 'roles'],
  label: 'Roles',
  path: '/roles',
  model: 'Role',
  table: 'roles',
  recordName: 'name',
  recordHint: 'code',
  scopes: ['own'],
  owners: { where: isHeldBy },
  builtin: { owner: 'M', admin: 'M', hr: 'R', manager: 'R', employee: 'R@own', auditor: 'R' },
  endpoints: [],
  listsDeleted: true,
  fields: {
    code: field(z.string(), { ...never, filter: true, search: true, sort: 'value' }),
    name: field(z.string(), { ...never, search: true, sort: 'text' }),
    description: field(z.string(), { ...never, search: true }),
    is_builtin: field(z.boolean(), { ...never, filter: true }),
    is_default: field(z.boolean().meta({ description: 'Granted to every new user without another role' }), {
      ...never,
      filter: true,
    }),
  },
  computed: { permissions: { schema: PermissionList, sql: permissionList } },
  sort: 'created_at',
});
