import { type Call, invalidField, notFound } from '@wfp/shared';
import { write, writeInTransaction } from '@wfp/shared/db';
import type { CodeParams, CreateEnum, ListEnums, PatchEnum } from './enums.contract.ts';
import { archiveEnum, findEnum, findEnums, insertEnum, lockEnum, updateEnum } from './enums.store.ts';
import { archiveValuesOf, findLiveValues } from './values/enum-values.store.ts';

export function listEnums({ caller, query }: Call<unknown, ListEnums, unknown>) {
  return findEnums(caller, query);
}

export async function getEnum({ caller, params }: Call<CodeParams, unknown, unknown>) {
  const found = await findEnum(caller, params.code);
  if (!found) throw notFound('Enum');
  return { ...found, values: await findLiveValues(caller, found.id) };
}

export async function createEnum({ caller, body }: Call<unknown, unknown, CreateEnum>) {
  const [row] = await write(caller, insertEnum(caller, body), { event: 'enum.post_create' });
  return row;
}

export async function patchEnum({ caller, params, body }: Call<CodeParams, unknown, PatchEnum>) {
  const [row] = await write(caller, updateEnum(caller, params.code, body), { event: 'enum.post_update' });
  if (!row) throw notFound('Enum');
  return row;
}

/** Archives a vocabulary of the organization's own, with its values. */
export async function deleteEnum({ caller, params }: Call<CodeParams, unknown, unknown>): Promise<void> {
  await writeInTransaction(caller, async (tx) => {
    const found = await lockEnum(tx, caller, params.code);
    if (!found) throw notFound('Enum');
    if (found.is_system) throw invalidField('code', 'The service works with this enum; it stays');
    await tx.write(archiveEnum(caller, found.id), { event: 'enum.post_archive' });
    await tx.write(archiveValuesOf(caller, found.id), { event: 'enum.value.deleted', action: 'archive' });
  });
}
