import { randomUUID } from 'node:crypto';
import { type Call, type Caller, type ListQuery, notFound } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import type { CreateFile } from './files.contract.ts';
import { files } from './files.resource.ts';
import { type FileRow, findReadableFile, insertFile } from './files.store.ts';
import { downloadUrl } from './links.ts';
import { rejectOverQuota } from './quota/quota.policy.ts';

type ById = Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>;

/** Adds the upload URL of a pending file, or the download URL of a stored one. */
export function withUrls(caller: Caller, row: FileRow) {
  const { PUBLIC_URL } = caller.platform.config;
  return {
    ...row,
    upload_url: row.status === 'pending' ? `${PUBLIC_URL}/api/files/${row.id}/content` : null,
    download_url: row.status === 'stored' ? downloadUrl(caller, { kind: 'file', id: row.id }) : null,
  };
}

/** Storage folder of all uploads for a file. */
export const storageFolder = (org_id: number, id: number): string => `org-${org_id}/files/${id}`;
export const newStorageKey = (caller: Caller, id: number): string =>
  `${storageFolder(caller.org_id, id)}/${randomUUID()}`;

export async function listFiles({ caller, query }: Call<unknown, ListQuery, unknown>) {
  const page = await files.list(caller, query);
  return { ...page, data: page.data.map((row) => withUrls(caller, row)) };
}

export async function getFile({ caller, params }: ById) {
  const file = await findReadableFile(caller, params.id);
  if (!file) throw notFound('File');
  return withUrls(caller, file);
}

export async function createFile({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateFile>, 'caller' | 'body'>) {
  return writeInTransaction(caller, async (tx) => {
    const [row] = await tx.write(insertFile(caller, body), { event: 'file.post_create' });
    if (!row) throw new Error('Invariant: the insert returned no row');
    await rejectOverQuota(tx, caller, 'size');
    return withUrls(caller, row);
  });
}
