import { type Caller, defineResource, field, forbidden, type ParentResource } from '@wfp/shared';
import { Line } from '@wfp/shared/contract';
import { z } from 'zod';
import { EntryFilter } from '../audit-log.contract.ts';
import { isPrivate, isVisible } from './searches.store.ts';

/** The audit log of the caller's organization as the parent of its saved searches. */
const auditLog: ParentResource = {
  path: '/audit-log',
  params: {},
  table: 'audit_log',
  noun: 'Audit log',
  resource: 'audit_log',
  aggregate: 'audit_log',
  resolve: async (caller) => caller.org_id,
  isPermitted: async () => true,
};

function requireAuthor(caller: Caller, { created_by }: { created_by: number | null }): void {
  if (created_by !== caller.user_id)
    throw forbidden('rule', 'Only the author of a saved search can change it');
}

/** Saved filters of the audit log, private or shared with all who read the log. */
export const searches = defineResource({
  code: 'audit_search',
  noun: ['saved search', 'saved searches'],
  label: 'Saved searches',
  path: '/searches',
  model: 'AuditSearch',
  table: 'audit_searches',
  parent: { of: auditLog, writeRight: 'read', auditedAs: 'parent' },
  recordName: 'name',
  subject: { users: ['created_by'], isPrivate },
  fields: {
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    filter: field(EntryFilter.meta({ description: 'The filters of the list, with ids as numbers' }), {
      ...{ required: true, pgType: 'jsonb', shown: z.record(z.string(), z.unknown()) },
    }),
    is_shared: field(
      z.boolean().meta({ description: 'True if it is visible to every user who can read the audit log' }),
      {
        filter: true,
      },
    ),
  },
  sort: 'name',
  visible: isVisible,
  meanings: {
    create: 'A search of the audit log was saved.',
    update: 'A saved search of the audit log was changed, shared or unshared.',
    archive: 'A saved search of the audit log was deleted.',
    restore: 'A deleted search of the audit log was restored.',
  },
  hooks: {
    beforeWrite: async ({ caller, before }) => {
      if (before) requireAuthor(caller, before);
      return undefined;
    },
    beforeArchive: async ({ caller, before }) => requireAuthor(caller, before),
    afterRestore: async ({ caller, row }) => requireAuthor(caller, row),
  },
});
