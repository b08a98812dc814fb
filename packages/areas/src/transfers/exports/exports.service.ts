import {
  AppError,
  type Call,
  type Caller,
  type Download,
  type Exportable,
  noteInAudit,
  notFound,
  type Origin,
  type Platform,
  type PublicCall,
  refuseUnknownCodes,
  requireRow,
} from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { callerOfUser } from '../../auth/index.ts';
import { downloadUrl, type LinkQuery, openLink, storageOf } from '../../files/index.ts';
import { type AssembledExport, assembledExport } from '../lane.store.ts';
import { stillReaches } from '../reach.ts';
import { type ExportKind, kindOf } from './export-kinds.ts';
import type { CreateExport, ListExports } from './exports.contract.ts';
import {
  archiveExport,
  countOpen,
  type ExportRow,
  findExport,
  findExports,
  insertExport,
} from './exports.store.ts';

type ById = Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>;

/** Exports of one person that may wait or run at a time. */
const mostOpen = 100;

function withUrl(caller: Caller, row: ExportRow) {
  const { org_id, id } = row;
  const isThere = row.status === 'succeeded' && !kindOf(caller.platform, row.resource)?.refusal(caller);
  return {
    ...row,
    download_url: isThere ? downloadUrl(caller.platform, { kind: 'export', org_id, id }) : null,
  };
}

/** Asks for an export of a list. A worker assembles it, with the rights the caller has by then. */
export async function askForExport(
  { resource, filter }: Exportable,
  { caller, body }: Pick<Call<unknown, unknown, CreateExport>, 'caller' | 'body'>,
) {
  await refuseUnknownCodes(caller, filter, body.filter, 'filter.');
  if ((await countOpen(caller)) >= mostOpen) {
    throw new AppError('rate_limited', `${mostOpen} of your exports are not finished yet`, {
      headers: { 'Retry-After': '30' },
    });
  }
  const [row] = await write(caller, insertExport(caller, resource, body), { event: 'export.post_create' });
  if (!row) throw new Error('An export was not written');
  return row;
}

export async function listExports({ caller, query }: Call<unknown, ListExports, unknown>) {
  const { data, total } = await findExports(caller, query);
  return { data: data.map((row) => withUrl(caller, row)), total };
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

/** The file of an export, by a link, as long as the user who requested it could export as much now. */
export async function downloadExport({
  platform,
  origin,
  params,
  query,
}: PublicCall<{ id: number }, LinkQuery, unknown>): Promise<Download> {
  const target = openLink(platform, { kind: 'export', id: params.id }, query.token);
  const row = await assembledExport(platform, target.org_id, target.id);
  const kind = row && kindOf(platform, row.resource);
  const held = await requireRow({
    find: async () => row && kind && heldExport(platform, origin, target.org_id, row, kind),
    see: async () => row,
    permission: kind?.needed ?? 'export:read',
    noun: 'Export',
  });
  return fileOf(held, params.id);
}

interface HeldExport {
  /** The user who requested it, with the rights of now. */
  caller: Caller;
  row: AssembledExport;
  kind: ExportKind;
}

/** An export with the user who requested it; undefined if that user could no longer export as much. */
async function heldExport(
  platform: Platform,
  origin: Origin,
  org_id: number,
  row: AssembledExport,
  kind: ExportKind,
): Promise<HeldExport | undefined> {
  const requester = { org_id, user_id: row.created_by, api_key_id: row.api_key_id };
  const caller = await callerOfUser(platform, requester, origin, []);
  if (!caller || caller.hindrances.some((one) => one !== 'read_only')) return undefined;
  if (!stillReaches(caller, kind.needed, row.reach)) return undefined;
  const refusal = kind.refusal(caller);
  if (refusal !== null) throw new AppError('forbidden', refusal);
  return { caller, row, kind };
}

async function fileOf({ caller, row, kind }: HeldExport, id: number): Promise<Download> {
  const content = await storageOf(caller.platform).get(row.storage_key);
  // The audit entry is written before the first byte leaves the service.
  await noteInAudit(caller, {
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
  return { name, mime, size: row.size, content };
}
