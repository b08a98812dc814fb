import { isDeepStrictEqual } from 'node:util';
import { type Call, type Caller, notFound, requireRow, writeAuditNote } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { noValues, type PatchPrivateData, type PrivateValues } from './private-data.contract.ts';
import { decryptValues, encryptValues } from './private-data.encryption.ts';
import {
  deleteEmptyData,
  findPrivateData,
  findRemovable,
  insertPrivateData,
  lockPrivateData,
  lockRemovable,
  type StoredPrivateData,
  updatePrivateData,
} from './private-data.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Returns the private data of an employee. Writes an audit entry, unless it is the caller's own. */
export async function getPrivateData({ caller, params: { id } }: Omit<ById, 'body'>) {
  const stored = await findPrivateData(caller, id, 'read');
  if (!stored) throw notFound('Employee');
  await recordRead(caller, stored);
  return toResponse(stored, decryptValues(caller, id, stored.values_enc));
}

/** Changes fields. The response shows all fields, so the caller must be permitted to read them, and the read is recorded. */
export async function patchPrivateData({ caller, params: { id }, body }: ById<PatchPrivateData>) {
  await requireRow({
    caller,
    find: () => findPrivateData(caller, id, 'read', 'update'),
    findReadable: () => findPrivateData(caller, id, 'read'),
    permission: 'employee_private:update',
    noun: 'Employee',
  });
  const { stored, values } = await writeInTransaction(caller, async (tx) => {
    const before = await lockPrivateData(tx, caller, id);
    if (!before) throw notFound('Employee');
    const known = decryptValues(caller, id, before.values_enc);
    const changed = { ...known, ...body };
    const fields = listChanged(known, changed);
    if (fields.length === 0 && !before.values_enc) return { stored: before, values: known };
    const values_enc =
      fields.length === 0 && before.values_enc ? before.values_enc : encryptValues(caller, id, changed);
    if (!before.values_enc) await insertPrivateData(tx, caller, id, encryptValues(caller, id, known));
    const last = before.last_change ?? { revision: 0, fields: [] };
    const last_change = fields.length === 0 ? last : { revision: last.revision + 1, fields };
    const [row] = await tx.write(updatePrivateData(caller, id, values_enc, last_change), {
      event: 'employee_private.post_update',
    });
    if (!row) throw new Error('Invariant: the row is locked');
    return { stored: { ...before, ...row }, values: changed };
  });
  await recordRead(caller, stored);
  return toResponse(stored, values);
}

/** Deletes the private data of an employee, who may be deleted. Has no effect if there is none. */
export async function deletePrivateData({ caller, params: { id } }: Omit<ById, 'body'>): Promise<void> {
  await requireRow({
    caller,
    find: () => findRemovable(caller, id),
    findReadable: () => findPrivateData(caller, id, 'read'),
    permission: 'employee_private:update',
    noun: 'Employee',
  });
  await writeInTransaction(caller, async (tx) => {
    const stored = await lockRemovable(tx, caller, id);
    if (!stored) throw notFound('Employee');
    if (!stored.last_change) return;
    const change = { revision: stored.last_change.revision + 1, fields: Object.keys(noValues) };
    await tx.write(updatePrivateData(caller, id, encryptValues(caller, id, noValues), change), {
      event: 'employee_private.post_update',
    });
    await deleteEmptyData(tx, caller, id);
  });
}

function listChanged(before: PrivateValues, after: PrivateValues): string[] {
  const names = Object.keys(before) as (keyof PrivateValues)[];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

async function recordRead(caller: Caller, { id, user_id }: StoredPrivateData): Promise<void> {
  if (user_id !== null && user_id === caller.user_id) return;
  await writeAuditNote(caller, {
    action: 'read',
    resource: 'employee_private',
    record_id: id,
    outcome: 'success',
  });
}

const toResponse = ({ id, updated_at }: StoredPrivateData, values: PrivateValues) => ({
  employee_id: id,
  ...values,
  updated_at,
});
