import { AppError, type Call, type Caller, type Importable, invalidField, notFound } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { findStoredFile, type StoredFile } from '../../files/index.ts';
import { maxImportBytes } from '../formats/read-csv.ts';
import { isLargeFile } from '../lane.store.ts';
import type { CreateImport, ListImports } from './imports.contract.ts';
import { countOpenImports, findImport, findImports, type ImportRow, insertImport } from './imports.store.ts';

/** Max imports that are queued or running. Each can take minutes, a dry run as well. */
export const maxOpenPerUser = 10;
export const maxOpenPerOrganization = 20;
export const maxOpenUnverified = 3;

/** Queues an import. A worker runs it with the permissions that the caller has then. */
export async function requestImport(
  { resource, parent, formats }: Importable,
  { caller, params, body }: Pick<Call<{ id?: number }, unknown, CreateImport>, 'caller' | 'params' | 'body'>,
) {
  const parent_id = parent ? Number(params.id) : null;
  if (parent && parent_id !== null) await parent.resolve(caller, parent_id);
  const file = await findStoredFile(caller, body.file_id);
  if (!file) throw invalidField('file_id', 'Must be a file that you have uploaded');
  if (file.size > maxImportBytes) throw invalidField('file_id', 'The file is larger than 10 MiB');
  rejectWrongType(file, formats);
  const request = { ...body, parent_id, is_large: isLargeFile(file) };
  const row = await writeInTransaction(caller, async (tx) => {
    await rejectTooMany(tx, caller);
    const [queued] = await tx.write(insertImport(caller, resource, request), { event: 'import.post_create' });
    return queued;
  });
  if (!row) throw new Error('Invariant: the insert returned no row');
  return row;
}

/** A file of another format that was declared as CSV would be reported as invalid CSV. */
function rejectWrongType({ name, mime }: StoredFile, formats: Importable['formats'] = []): void {
  const format = formats.find(({ extension }) => name.toLowerCase().endsWith(extension));
  if (format && mime !== format.mime)
    throw invalidField(
      'file_id',
      `The file is named *${format.extension}, so its type must be ${format.mime}`,
    );
}

async function rejectTooMany(tx: Transaction, caller: Caller): Promise<void> {
  const { of_user, total } = await countOpenImports(tx, caller);
  const reject = (holder: string, max: number) =>
    new AppError('rate_limited', `${holder} ${max} unfinished imports; wait until one is finished`, {
      headers: { 'Retry-After': '30' },
    });
  if (caller.is_unverified && total >= maxOpenUnverified)
    throw reject('The organization is unverified and has', maxOpenUnverified);
  if (of_user >= maxOpenPerUser) throw reject('You have', maxOpenPerUser);
  if (total >= maxOpenPerOrganization) throw reject('The organization has', maxOpenPerOrganization);
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
