import {
  AppError,
  type Call,
  type Caller,
  type Download,
  type Exportable,
  notFound,
  type Origin,
  type Platform,
  type PublicCall,
  rejectUnknownCodes,
  requireRow,
  writeAuditNote,
} from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { callerForUser } from '../../auth/index.ts';
import {
  downloadUrl,
  type LinkQuery,
  type LinkRequester,
  openContent,
  verifyLink,
} from '../../files/index.ts';
import { type AssembledExport, findAssembledExport } from '../lane.store.ts';
import { stillCovers } from '../row-scope.ts';
import { type ExportKind, findExportKind } from './export-kinds.ts';
import type { CreateExport, ListExports } from './exports.contract.ts';
import {
  archiveExport,
  countOpenExports,
  type ExportRow,
  findExport,
  findExports,
  insertExport,
} from './exports.store.ts';

type ById = Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>;

/** Max exports per user that are queued or running. */
const maxOpenExports = 100;

function withUrl(caller: Caller, row: ExportRow) {
  const isAvailable =
    row.status === 'succeeded' && !findExportKind(caller.platform, row.resource)?.rejection(caller);
  return {
    ...row,
    download_url: isAvailable ? downloadUrl(caller, { kind: 'export', id: row.id }) : null,
  };
}

/** Queues an export of a list. A worker assembles it with the permissions that the caller has then. */
export async function requestExport(
  { resource, filter }: Exportable,
  { caller, body }: Pick<Call<unknown, unknown, CreateExport>, 'caller' | 'body'>,
) {
  await rejectUnknownCodes(caller, filter, body.filter, 'filter.');
  if ((await countOpenExports(caller)) >= maxOpenExports) {
    throw new AppError(
      'rate_limited',
      `You have ${maxOpenExports} unfinished exports; wait until one is finished`,
      {
        headers: { 'Retry-After': '30' },
      },
    );
  }
  const [row] = await write(caller, insertExport(caller, resource, body), { event: 'export.post_create' });
  if (!row) throw new Error('Invariant: the insert returned no row');
  return row;
}

export async function listExports({ caller, query }: Call<unknown, ListExports, unknown>) {
  const page = await findExports(caller, query);
  return { ...page, data: page.data.map((row) => withUrl(caller, row)) };
}

export async function getExport({ caller, params }: ById) {
  const row = await findExport(caller, params.id);
  if (!row) throw notFound('Export');
  return withUrl(caller, row);
}

export async function deleteExport({ caller, params }: ById): Promise<void> {
  const rows = await write(caller, archiveExport(caller, params.id), { event: 'export.post_archive' });
  if (rows.length === 0) throw notFound('Export');
}

/** Downloads the file of an export by link, if those who requested export and link could still export the same rows. */
export async function downloadExport({
  platform,
  origin,
  params,
  query,
}: PublicCall<{ id: number }, LinkQuery, unknown>): Promise<Download> {
  const link = verifyLink(platform, { kind: 'export', id: params.id }, query.token);
  const row = await findAssembledExport(platform, link.org_id, params.id);
  const kind = row && findExportKind(platform, row.resource);
  const held = await requireRow({
    caller: null,
    find: async () => row && kind && findDownloadable({ platform, origin, link, row, kind }),
    findReadable: async () => row,
    permission: kind?.permission ?? 'export:read',
    noun: 'Export',
  });
  return createDownload(held, params.id);
}

interface DownloadableExport {
  caller: Caller;
  row: AssembledExport;
  kind: ExportKind;
}

interface ExportDownload {
  platform: Platform;
  origin: Origin;
  link: LinkRequester;
  row: AssembledExport;
  kind: ExportKind;
}

/**
 * An export with the requester of its link; undefined if that user or API key, or that of the export, could no longer
 * export the same rows.
 *
 * @throws AppError `forbidden` if the kind of export rejects one of them
 */
async function findDownloadable(download: ExportDownload): Promise<DownloadableExport | undefined> {
  const { link, row, kind } = download;
  const creator = { org_id: link.org_id, user_id: row.created_by, api_key_id: row.api_key_id };
  const isCreator = link.user_id === creator.user_id && link.api_key_id === creator.api_key_id;
  if (!isCreator && !(await findEntitled(download, creator))) return undefined;
  const caller = await findEntitled(download, link);
  return caller && { caller, row, kind };
}

async function findEntitled(
  { platform, origin, row, kind }: ExportDownload,
  requester: LinkRequester,
): Promise<Caller | undefined> {
  const caller = await callerForUser(platform, requester, origin, []);
  if (!caller || caller.restrictions.some((one) => one !== 'read_only')) return undefined;
  if (!stillCovers(caller, kind.permission, row.reach)) return undefined;
  const rejection = kind.rejection(caller);
  if (rejection) throw rejection;
  return caller;
}

async function createDownload({ caller, row, kind }: DownloadableExport, id: number): Promise<Download> {
  const content = await openContent(caller.platform, row.storage_key);
  // The audit entry is written before the first byte leaves the service.
  await writeAuditNote(caller, {
    action: 'download',
    resource: 'export',
    record_id: id,
    outcome: 'success',
  }).catch((error: unknown) => {
    content.destroy();
    throw error;
  });
  const { extension, mime } = kind.file(row.format);
  const name = `${row.resource}-${row.finished_at.toISOString().slice(0, 10)}-${id}.${extension}`;
  return { name, mime, size: row.size, content, caller };
}
