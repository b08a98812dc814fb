import { defineResource, field, invalidField, requireSession } from '@wfp/shared';
import { Id, Line, Prose, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { AddressRanges, KeyPermissions } from './api-keys.contract.ts';
import { rejectWiderPermissions, rejectWiderRanges } from './api-keys.policy.ts';
import { hasStatus, type KeyStatus, keyStatuses } from './key-status.store.ts';

const own = 'RCUA@own';
const never = { writable: 'never' } as const;
const moment = { ...never, filter: true, sort: 'value', pgType: 'timestamptz' } as const;

/**
 * API keys. They are created, rotated and revoked by endpoints of this area; an update renames or restricts a key. A
 * revoked key is never restored, because its secret may have been disclosed.
 */
export const apiKeys = defineResource({
  code: 'api_key',
  noun: ['API key', 'API keys'],
  label: 'API keys',
  path: '/api-keys',
  model: 'ApiKey',
  table: 'api_keys',
  recordName: 'name',
  subject: { users: ['user_id'] },
  scopes: ['own'],
  owners: { users: ['user_id'] },
  builtin: { owner: 'M', admin: 'M', hr: own, manager: own, employee: own, auditor: 'R' },
  endpoints: ['list', 'get', 'update'],
  when: { update: [{ revoked_at: [null] }] },
  fields: {
    user_id: field(Id, { ...never, filter: true }),
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    description: field(Prose(1_000), { search: true }),
    prefix: field(z.string(), { ...never, search: true }),
    permissions: field(KeyPermissions, {
      pgType: 'text[]',
      shown: z.array(z.string()).meta({ description: 'Empty: all permissions of the key’s user' }),
    }),
    allowed_cidrs: field(AddressRanges, {
      pgType: 'text[]',
      shown: z
        .array(z.string())
        .meta({ description: 'Address ranges from which the key can be used; empty for any address' }),
    }),
    rotated_from_id: field(Id.nullable().meta({ description: 'The key that this one replaces' }), never),
    expires_at: field(Timestamp.nullable(), moment),
    last_used_at: field(Timestamp.nullable().meta({ description: 'Updated at most once a minute' }), moment),
    last_used_ip: field(z.string().nullable(), never),
    revoked_at: field(Timestamp.nullable(), moment),
    created_by: field(Id, { ...never, filter: true }),
  },
  filters: {
    status: {
      query: z.enum(keyStatuses),
      where: (value: KeyStatus, _, alias) => hasStatus(value, alias),
    },
  },
  sort: '-created_at',
  meanings: {
    update: 'An API key was renamed or restricted, or its expiry changed, for example by a rotation.',
  },
  hooks: {
    validate: ({ caller }) => requireSession(caller, 'change API keys'),
    beforeWrite: async ({ caller, before, values }) => {
      if (!before) return undefined;
      const now = caller.platform.clock.now();
      const hasEnded = before.revoked_at || (before.expires_at && new Date(before.expires_at) <= now);
      if (hasEnded) throw invalidField('id', 'The key is revoked or expired; create another one');
      if (values.permissions) rejectWiderPermissions(caller, before.permissions, values.permissions);
      if (values.allowed_cidrs) rejectWiderRanges(before.allowed_cidrs, values.allowed_cidrs);
      return undefined;
    },
  },
});
