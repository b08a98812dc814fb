import { type Endpoint, endpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
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
import { AuditSearch, CreateSearch, ListSearches, PatchSearch } from './searches/searches.contract.ts';
import {
  createSearch,
  deleteSearch,
  getSearch,
  listSearches,
  patchSearch,
} from './searches/searches.service.ts';

const can = 'audit_log:read';

const searchEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/audit-log/searches',
    summary: 'List saved searches: your own and those others share',
    can,
    query: ListSearches,
    returns: { 200: ListOf(AuditSearch) },
    handler: listSearches,
  }),
  endpoint({
    method: 'post',
    path: '/audit-log/searches',
    summary: 'Save a search',
    can,
    body: CreateSearch,
    returns: { 201: AuditSearch },
    emits: ['audit_search.post_create'],
    handler: createSearch,
  }),
  endpoint({
    method: 'get',
    path: '/audit-log/searches/:id',
    summary: 'Fetch one saved search',
    can,
    params: IdParams,
    returns: { 200: AuditSearch },
    handler: getSearch,
  }),
  endpoint({
    method: 'patch',
    path: '/audit-log/searches/:id',
    summary: 'Change a search of your own',
    can,
    params: IdParams,
    body: PatchSearch,
    returns: { 200: AuditSearch },
    emits: ['audit_search.post_update'],
    handler: patchSearch,
  }),
  endpoint({
    method: 'delete',
    path: '/audit-log/searches/:id',
    summary: 'Delete a search of your own',
    can,
    params: IdParams,
    returns: { 204: null },
    emits: ['audit_search.post_archive'],
    handler: deleteSearch,
  }),
];

/** Words before ids: the first path that fits is served. */
export const auditLogEndpoints: readonly Endpoint[] = [
  ...searchEndpoints,
  endpoint({
    method: 'get',
    path: '/audit-log/verify',
    summary: 'Compute the hash chain again from the log as it is now',
    operationId: 'verifyAuditLog',
    can,
    query: VerifyAuditLog,
    returns: { 200: Verification },
    handler: verifyAuditLog,
  }),
  endpoint({
    method: 'get',
    path: '/audit-log/checkpoints',
    summary: 'List the daily heads of the hash chain that were announced, newest first',
    can,
    query: ListCheckpoints,
    returns: { 200: ListOf(Checkpoint) },
    handler: listCheckpoints,
  }),
  endpoint({
    method: 'get',
    path: '/audit-log',
    summary: 'List who did what, newest first',
    operationId: 'listAuditLogEntries',
    can,
    query: ListAuditEntries,
    returns: { 200: ListOf(AuditEntry) },
    handler: listAuditEntries,
  }),
  endpoint({
    method: 'get',
    path: '/audit-log/:id',
    summary: 'Fetch one audit entry',
    operationId: 'getAuditLogEntry',
    can,
    params: EntryParams,
    returns: { 200: AuditEntry },
    handler: getAuditEntry,
  }),
];
