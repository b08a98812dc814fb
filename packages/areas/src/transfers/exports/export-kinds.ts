import { AppError, areasOf, type Caller, type Exportable, type Permission, type Platform } from '@wfp/shared';
import { requireOwner } from '../../access/index.ts';
import { findOrganization } from '../../organizations/index.ts';
import { countRows, type ExportProgress, formatRows } from '../formats/formats.ts';
import type { Snapshot } from '../lane.store.ts';
import { organizationArchive } from '../organization/organization-archive.ts';
import type { ExportFormat } from './exports.contract.ts';

interface ExportRequest {
  format: ExportFormat;
  filter: unknown;
  columns: string[];
}

type ExportContent = (snapshot: Snapshot, progress: ExportProgress) => AsyncIterable<string | Buffer>;

export interface ExportKind {
  permission: Permission;
  /** Returns the reason why a caller with the permission may not export, or null. */
  rejection(caller: Caller): AppError | null;
  /** Returns the function that streams the content from a snapshot. Runs before the snapshot begins. */
  prepare(caller: Caller, request: ExportRequest): Promise<ExportContent>;
  file(format: ExportFormat): { extension: string; mime: string };
}

const batchRows = 500;

const mimes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export const organizationResource = 'organization';

const organizationKind: ExportKind = {
  permission: `${organizationResource}:manage`,
  rejection: (caller) => rejectionOf(() => requireOwner(caller, 'export the organization')),
  prepare: async (caller, { format }) => {
    const organization = await findOrganization(caller);
    return (snapshot, progress) => organizationArchive(caller, organization, format, snapshot, progress);
  },
  file: () => ({ extension: 'zip', mime: 'application/zip' }),
};

function rejectionOf(requirement: () => void): AppError | null {
  try {
    requirement();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const listKind = (definition: Exportable): ExportKind => ({
  permission: `${definition.resource}:export`,
  rejection: () => null,
  prepare: async (caller, { format, filter, columns: named }) => {
    const statement = await definition.statement(caller, filter);
    const columns = named.length > 0 ? named : definition.columns;
    return async function* (snapshot, progress) {
      progress.total = await snapshot.count(statement);
      const batches = snapshot.batches<Record<string, unknown>>(statement, batchRows);
      yield* formatRows(format, columns, countRows(batches, progress));
    };
  },
  file: (format) => ({ extension: format, mime: mimes[format] }),
});

/** The export kind of a resource; undefined if the resource cannot, or can no longer, be exported. */
export function findExportKind(platform: Platform, resource: string): ExportKind | undefined {
  if (resource === organizationResource) return organizationKind;
  const definition = areasOf(platform)
    .flatMap((area) => area.exports ?? [])
    .find((one) => one.resource === resource);
  return definition && listKind(definition);
}
