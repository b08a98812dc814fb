import { AppError, type Call, type Importable, invalidField, notFound } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { findStoredFile } from '../../files/index.ts';
import { maxImportBytes } from '../formats/read-csv.ts';
import type { CreateImport, ListImports } from './imports.contract.ts';
import { countOpenImports, findImport, findImports, type ImportRow, insertImport } from './imports.store.ts';

/** Max imports per user that are queued or running. */
export const maxOpenImports = 100;

/** Queues an import. A worker runs it with the permissions that the caller has then. */
export async function requestImport(
  { resource }: Importable,
  { caller, body }: Pick<Call<unknown, unknown, CreateImport>, 'caller' | 'body'>,
) {
  const file = await findStoredFile(caller, body.file_id);
  if (!file) throw invalidField('file_id', 'Must be a file that you have uploaded');
  if (file.size > maxImportBytes) throw invalidField('file_id', 'The file is larger than 10 MiB');
  if ((await countOpenImports(caller)) >= maxOpenImports) {
    throw new AppError(
      'rate_limited',
      `You have ${maxOpenImports} unfinished imports; wait until one is finished`,
      {
        headers: { 'Retry-After': '30' },
      },
    );
  }
  const [row] = await write(caller, insertImport(caller, resource, body), { event: 'import.post_create' });
  if (!row) throw new Error('Invariant: the insert returned no row');
  return row;
}

export async function listImports({ caller, query }: Call<unknown, ListImports, unknown>) {
  return findImports(caller, query);
}

export async function getImport({
  caller,
  params,
}: Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>): Promise<ImportRow> {
  const row = await findImport(caller, params.id);
  if (!row) throw notFound('Import');
  return row;
}
