import {
  type Area,
  defineArea,
  downloadEndpoint,
  type Endpoint,
  type Exportable,
  endpoint,
  type Importable,
  proposeBody,
  proposeRow,
  resource,
  rightsOnRows,
} from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { LinkQuery } from '../files/index.ts';
import { OrganizationParams } from '../organizations/index.ts';
import { exportUsageCheck, transferCheck } from './checks.store.ts';
import { expiredExportLane } from './exports/expired-exports.lane.ts';
import { exportLane } from './exports/export.lane.ts';
import { organizationResource } from './exports/export-kinds.ts';
import { CreateExport, ExportRow, ListExports, QueuedExport } from './exports/exports.contract.ts';
import {
  deleteExport,
  downloadExport,
  getExport,
  listExports,
  requestExport,
} from './exports/exports.service.ts';
import { exportRowScope, findExport } from './exports/exports.store.ts';
import { importLane, largeImportLane } from './imports/import.lane.ts';
import { CreateImport, ImportRow, ListImports, QueuedImport } from './imports/imports.contract.ts';
import { getImport, listImports, requestImport } from './imports/imports.service.ts';
import { importRowScope } from './imports/imports.store.ts';
import { wakeTransferLanes } from './lane.store.ts';
import { ExportOrganization } from './organization/organization-export.contract.ts';
import { requestOrganizationExport } from './organization/organization-export.service.ts';
import { transferEvents } from './transfers.events.ts';

/** All built-in roles have the same rights, because users see only their own exports and imports. */
const everyRole = (rights: string) => ({
  ...{ owner: rights, admin: rights, hr: rights, manager: rights },
  ...{ employee: rights, viewer: rights, auditor: rights },
});

/** Creates the area with an endpoint for each export and import that the other areas declare. */
export function createTransfersArea(areas: readonly Area[]): Area {
  const labels = new Map(
    areas.flatMap((area) => area.resources ?? []).map(({ code, label }) => [code, label.toLowerCase()]),
  );
  const labelOf = (code: string) => labels.get(code) ?? code;
  return defineArea({
    name: 'transfers',
    title: 'Exports and imports',
    about: 'Asynchronous exports and imports.',
    menu: [
      { key: 'exports', label: 'Exports', icon: 'download', group: 'activity', resource: 'export' },
      { key: 'imports', label: 'Imports', icon: 'upload', group: 'activity', resource: 'import' },
    ],
    resources: [
      resource({
        code: 'export',
        label: 'Exports',
        scopes: ['own'],
        rows: exportRowScope,
        builtin: everyRole('RA@own'),
      }),
      resource({
        code: 'import',
        label: 'Imports',
        scopes: ['own'],
        rows: importRowScope,
        builtin: everyRole('R@own'),
      }),
    ],
    endpoints: [
      ...areas.flatMap((area) => area.exports ?? []).map((one) => exportEndpoint(one, labelOf)),
      ...areas.flatMap((area) => area.imports ?? []).map((one) => importEndpoint(one, labelOf)),
      ...ownEndpoints,
    ],
    events: transferEvents,
    jobs: [exportLane, expiredExportLane, importLane, largeImportLane],
    checks: [transferCheck, exportUsageCheck],
    projections: [{ name: 'transfers', project: wakeTransferLanes }],
  });
}

function exportEndpoint(one: Exportable, labelOf: (code: string) => string): Endpoint {
  return endpoint({
    method: 'post',
    path: `${one.path}/export`,
    summary: `Request an export of ${one.noun ?? labelOf(one.resource)}`,
    can: `${one.resource}:export`,
    exemptFrom: ['read_only'],
    body: CreateExport(one),
    returns: { 202: QueuedExport },
    emits: ['export.post_create'],
    review: { hook: `${one.resource}.pre_export`, proposals: proposeBody() },
    handler: (call) => requestExport(one, call),
  });
}

function importEndpoint(one: Importable, labelOf: (code: string) => string): Endpoint {
  const { formats = [] } = one;
  const names = ['CSV', ...formats.map(({ name }) => name)].join(' or ');
  const types = formats.map(({ name, mime }) => `A file of the type \`${mime}\` is read as ${name}.`);
  return endpoint({
    method: 'post',
    path: `${one.path}/import`,
    summary: `Import ${labelOf(one.resource)} from a ${names} file`,
    details: ['All rows of the file are imported, or none.', ...types].join(' '),
    can: `${one.resource}:manage`,
    ...(one.parent && { params: IdParams }),
    body: CreateImport,
    returns: { 202: QueuedImport },
    emits: ['import.post_create'],
    review: {
      hook: 'import.pre_create',
      proposals: ({ params, body }: { params: { id?: number }; body: CreateImport }) => [
        {
          record_id: null,
          change: { ...body, resource: one.resource, ...(one.parent && { parent_id: params.id }) },
        },
      ],
    },
    handler: (call) => requestImport(one, call),
  });
}

const exportRights = rightsOnRows('export', '/exports/:id');

const ownEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/organizations/:id/export',
    summary: 'Request an export of the whole organization',
    details: 'A worker assembles one ZIP file. It does not include secrets or the content of uploaded files.',
    can: `${organizationResource}:manage`,
    exemptFrom: ['read_only'],
    params: OrganizationParams,
    body: ExportOrganization,
    returns: { 202: QueuedExport },
    emits: ['export.post_create'],
    throttle: (_, caller) => `password/${caller?.org_id}/${caller?.user_id}`,
    review: { hook: 'organization.pre_export', proposals: proposeBody('password') },
    handler: requestOrganizationExport,
  }),
  endpoint({
    method: 'get',
    path: '/exports',
    summary: 'List your exports, newest first',
    can: 'export:read',
    query: ListExports,
    returns: { 200: ListOf(ExportRow) },
    rowRights: exportRights,
    handler: listExports,
  }),
  endpoint({
    method: 'get',
    path: '/exports/:id',
    summary: 'Fetch an export',
    details: 'Its progress and, when finished, the link to its file.',
    can: 'export:read',
    params: IdParams,
    returns: { 200: ExportRow },
    rowRights: exportRights,
    handler: getExport,
  }),
  endpoint({
    method: 'delete',
    path: '/exports/:id',
    summary: 'Delete an export and its file',
    details: 'A running export is cancelled.',
    can: 'export:archive',
    exemptFrom: ['read_only'],
    params: IdParams,
    returns: { 204: null },
    emits: ['export.post_archive'],
    review: { hook: 'export.pre_archive', proposals: proposeRow(findExport) },
    handler: deleteExport,
  }),
  downloadEndpoint({
    method: 'get',
    path: '/exports/:id/download',
    summary: 'Download the file of an export',
    details: 'The link is signed.',
    fails: ['forbidden'],
    operationId: 'downloadExport',
    can: 'public',
    params: IdParams,
    query: LinkQuery,
    handler: downloadExport,
  }),
  endpoint({
    method: 'get',
    path: '/imports',
    summary: 'List your imports, newest first',
    can: 'import:read',
    query: ListImports,
    returns: { 200: ListOf(ImportRow) },
    handler: listImports,
  }),
  endpoint({
    method: 'get',
    path: '/imports/:id',
    summary: 'Fetch an import',
    details: 'The number of imported rows, or the errors of each row.',
    can: 'import:read',
    params: IdParams,
    returns: { 200: ImportRow },
    handler: getImport,
  }),
];
