import { type Endpoint, endpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import {
  AuditEntry,
  Checkpoint,
  EntryParams,
  ListAuditEntries,
  ListCheckpoints,
} from './audit-log.contract.ts';
import { getAuditEntry, listAuditEntries, listCheckpoints } from './audit-log.service.ts';
import { Verification, VerifyAuditLog } from './chain/verify.contract.ts';
import { verifyAuditLog } from './chain/verify.service.ts';
import { searches } from './searches/searches.resource.ts';

const can = 'audit_log:read';

/** Fixed paths precede `:id`: the first match is used. */
export const auditLogEndpoints: readonly Endpoint[] = [
  ...searches.endpoints,
  endpoint({
    method: 'get',
    path: '/audit-log/verify',
    summary: 'Verify the hash chain of the audit log',
    operationId: 'verifyAuditLog',
    can,
    query: VerifyAuditLog,
    returns: { 200: Verification },
    emits: ['audit_log.verified'],
    handler: verifyAuditLog,
  }),
  endpoint({
    method: 'get',
    path: '/audit-log/checkpoints',
    summary: 'List checkpoints of the audit log, newest first',
    details: 'A checkpoint is a published head of the hash chain. A head is published at most once a day.',
    can,
    query: ListCheckpoints,
    returns: { 200: ListOf(Checkpoint) },
    handler: listCheckpoints,
  }),
  endpoint({
    method: 'get',
    path: '/audit-log',
    summary: 'List audit entries, newest first',
    operationId: 'listAuditLogEntries',
    can,
    query: ListAuditEntries,
    returns: { 200: ListOf(AuditEntry) },
    recordsReads: true,
    handler: listAuditEntries,
  }),
  endpoint({
    method: 'get',
    path: '/audit-log/:id',
    summary: 'Fetch an audit entry',
    operationId: 'getAuditLogEntry',
    can,
    params: EntryParams,
    returns: { 200: AuditEntry },
    recordsReads: true,
    handler: getAuditEntry,
  }),
];
