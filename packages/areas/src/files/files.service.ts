import { randomUUID } from 'node:crypto';
import { type Call, type Caller, notFound } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import type { CreateFile, ListFiles } from './files.contract.ts';
import { archiveFile, type FileRow, findFile, findFiles, insertFile } from './files.store.ts';
import { downloadUrl } from './links.ts';

type ById = Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>;

/** A row with the addresses of its bytes: where they go while they are missing, where they come from after. */
export function withUrls(caller: Caller, row: FileRow) {
  const { PUBLIC_URL } = caller.platform.config;
  return {
    ...row,
    upload_url: row.status === 'pending' ? `${PUBLIC_URL}/api/files/${row.id}/content` : null,
    download_url:
      row.status === 'stored'
        ? downloadUrl(caller.platform, { kind: 'file', org_id: row.org_id, id: row.id })
        : null,
  };
}

/** Where the bytes of a file lie, of every attempt to send them: a key that nobody can guess for each. */
export const folderOf = (org_id: number, id: number): string => `org-${org_id}/files/${id}`;
export const newKey = (caller: Caller, id: number): string =>
  `${folderOf(caller.org_id, id)}/${randomUUID()}`;

export async function listFiles({ caller, query }: Call<unknown, ListFiles, unknown>) {
  const { data, total } = await findFiles(caller, query);
  return { data: data.map((row) => withUrls(caller, row)), total };
}

export async function getFile({ caller, params }: ById) {
  const row = await findFile(caller, params.id);
  if (!row) throw notFound('File');
  return withUrls(caller, row);
}

export async function createFile({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateFile>, 'caller' | 'body'>) {
  const shown = ([row]: FileRow[]) => row && withUrls(caller, row);
  const rows = await write(caller, insertFile(caller, body), { event: 'file.post_create' }, shown);
  const file = shown(rows);
  if (!file) throw new Error('A file was not written');
  return file;
}

/** The row goes at once, its bytes soon after. */
export async function deleteFile({ caller, params }: ById): Promise<void> {
  const rows = await write(caller, archiveFile(caller, params.id), { event: 'file.post_archive' });
  if (rows.length === 0) throw notFound('File');
}
