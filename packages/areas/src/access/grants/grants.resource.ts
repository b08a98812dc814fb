import { defineResource, field } from '@wfp/shared';
import { Flag, Id, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { isInForce, roleCode } from './grant-fields.store.ts';
import { grantScopes, grantSource } from './grants.contract.ts';

const never = { writable: 'never' } as const;

/**
 * Roles granted to users. Grants are created and ended under the access lock. They cannot be restored: instead, a new
 * grant is created, which is checked against the current permissions of its creator.
 */
export const grants = defineResource({
  code: 'grant',
  noun: ['grant', 'grants'],
  label: 'Grants',
  path: '/grants',
  model: 'Grant',
  table: 'grants',
  subject: { users: ['user_id'] },
  scopes: ['own'],
  owners: { users: ['user_id'] },
  builtin: { owner: 'M', admin: 'M', hr: 'R', manager: 'R', employee: 'R@own', auditor: 'R' },
  endpoints: ['list', 'get'],
  listsDeleted: true,
  fields: {
    role_id: field(Id, { ...never, filter: true }),
    user_id: field(Id, { ...never, filter: true }),
    scope: field(z.enum(grantScopes), { ...never, filter: true, pgType: 'grant_scope' }),
    team_id: field(Id.nullable(), { ...never, filter: true }),
    starts_at: field(Timestamp.nullable(), { ...never, filter: true, sort: 'value', pgType: 'timestamptz' }),
    ends_at: field(Timestamp.nullable(), { ...never, filter: true, sort: 'value', pgType: 'timestamptz' }),
    reason: field(z.string().nullable(), { ...never, search: true }),
    source: field(grantSource, { ...never, filter: true, pgType: 'grant_source' }),
  },
  computed: { role_code: { schema: z.string(), sql: roleCode } },
  filters: {
    live: {
      query: Flag.meta({ description: 'True for grants in force; false for those not started or ended' }),
      body: z.boolean(),
      where: (value: boolean, _, alias) => isInForce(value, alias),
    },
  },
  sort: 'created_at',
});
