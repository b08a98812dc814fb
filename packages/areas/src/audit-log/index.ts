import { defineArea, endpoint, resource } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import { AuditEntry, EntryParams, ListAuditEntries } from './audit-log.contract.ts';
import { getAuditEntry, listAuditEntries } from './audit-log.service.ts';

export const auditLog = defineArea({
  name: 'audit-log',
  resources: [
    resource({
      code: 'audit_log',
      label: 'Audit log',
      scopes: [],
      builtin: { owner: 'RX', admin: 'RX', auditor: 'RX' },
    }),
  ],
  endpoints: [
    endpoint({
      method: 'get',
      path: '/audit-log',
      summary: 'List who did what, newest first',
      can: 'audit_log:read',
      query: ListAuditEntries,
      returns: { 200: ListOf(AuditEntry) },
      handler: listAuditEntries,
    }),
    endpoint({
      method: 'get',
      path: '/audit-log/:id',
      summary: 'Fetch one audit entry',
      can: 'audit_log:read',
      params: EntryParams,
      returns: { 200: AuditEntry },
      handler: getAuditEntry,
    }),
  ],
});
