import {
  AppError,
  type Call,
  type Caller,
  type Download,
  type Exportable,
  noteInAudit,
  notFound,
  type PublicCall,
  refuseUnknownCodes,
} from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { callerOfUser } from '../../auth/index.ts';
import { downloadUrl, type LinkQuery, openLink, storageOf } from '../../files/index.ts';
import { assembledExport } from '../lane.store.ts';
import { stillReaches } from '../reach.ts';
import { kindOf } from './export-kinds.ts';
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

/** The file of an export, by a link, as long as whoever asked for it could export as much now. */
export async function downloadExport({
  platform,
  origin,
  params,
  query,
}: PublicCall<{ id: number }, LinkQuery, unknown>): Promise<Download> {
  const target = openLink(platform, { kind: 'export', id: params.id }, query.token);
  const row = await assembledExport(platform, target.org_id, target.id);
  if (!row) throw notFound('Export');
  const asked = { org_id: target.org_id, user_id: row.created_by, api_key_id: row.api_key_id };
  const caller = await callerOfUser(platform, asked, origin, []);
  const kind = kindOf(platform, row.resource);
  const isHindered = caller?.hindrances.some((one) => one !== 'read_only');
  if (!caller || isHindered || !kind || !stillReaches(caller, kind.needed, row.reach)) {
    throw new AppError('forbidden', 'Whoever asked for this export may no longer have it');
  }
  const refusal = kind.refusal(caller);
  if (refusal !== null) throw new AppError('forbidden', refusal);
  const content = await storageOf(platform).get(row.storage_key);
  // What leaves the service is on record before its first byte.
  await noteInAudit(caller, {
    action: 'download',
    resource: 'export',
    record_id: params.id,
    outcome: 'success',
  }).catch((error: unknown) => {
    content.destroy();
    throw error;
  });
  const { extension, mime } = kind.file(row.format);
  const name = `${row.resource}-${row.finished_at.toISOString().slice(0, 10)}-${params.id}.${extension}`;
  return { name, mime, size: row.size, content };
}
