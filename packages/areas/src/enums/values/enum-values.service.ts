import { type Call, type Caller, notFound } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import type {
  CodeParams,
  CreateEnumValue,
  ListEnumValues,
  PatchEnumValue,
  Reorder,
  Replace,
  ValueParams,
} from '../enums.contract.ts';
import {
  refuseArchive,
  refuseNewValue,
  refusePatch,
  refuseReorder,
  refuseReplacement,
} from '../enums.policy.ts';
import { type EnumRow, findEnum, lockEnum } from '../enums.store.ts';
import {
  archiveValue,
  type EnumValueRow,
  findValue,
  findValues,
  insertValue,
  liveValuesInside,
  placeValues,
  replaceValue,
  unsetDefault,
  updateValue,
} from './enum-values.store.ts';

type OfEnum<Query, Body> = Call<CodeParams, Query, Body>;
type OfValue<Body = unknown> = Call<ValueParams, unknown, Body>;

const updated = { event: 'enum.value.updated', action: 'update' };

export async function listEnumValues({ caller, params, query }: OfEnum<ListEnumValues, unknown>) {
  const found = await findEnum(caller, params.code);
  if (!found) throw notFound('Enum');
  return findValues(caller, found.id, query);
}

export async function getEnumValue({ caller, params }: OfValue) {
  const value = await findValue(caller, params.code, params.id);
  if (!value) throw notFound('Value');
  return value;
}

export async function createEnumValue({ caller, params, body }: OfEnum<unknown, CreateEnumValue>) {
  return writeInTransaction(caller, async (tx) => {
    const found = await lockedEnum(tx, caller, params.code);
    refuseNewValue(found, await liveValuesInside(tx, caller, found.id), body);
    if (body.is_default) await tx.write(unsetDefault(caller, found.id), updated);
    const [row] = await tx.write(insertValue(caller, found.id, body), {
      event: 'enum.value.created',
      action: 'create',
    });
    return row;
  });
}

export async function patchEnumValue({ caller, params, body }: OfValue<PatchEnumValue>) {
  return writeInTransaction(caller, async (tx) => {
    const { found, value } = await lockedValue(tx, caller, params);
    refusePatch(found, value, body);
    if (body.is_default && !value.is_default) await tx.write(unsetDefault(caller, found.id), updated);
    const [row] = await tx.write(updateValue(caller, value.id, body), updated);
    return row;
  });
}

/** Archives a value: records that have it keep it, no other can get it. */
export async function deleteEnumValue({ caller, params }: OfValue): Promise<void> {
  await writeInTransaction(caller, async (tx) => {
    const { value, values } = await lockedValue(tx, caller, params);
    refuseArchive(value, values);
    await tx.write(archiveValue(caller, value.id), { event: 'enum.value.deleted', action: 'archive' });
  });
}

export async function reorderEnumValues({ caller, params, body }: OfEnum<unknown, Reorder>) {
  return writeInTransaction(caller, async (tx) => {
    const found = await lockedEnum(tx, caller, params.code);
    refuseReorder(await liveValuesInside(tx, caller, found.id), body.ids);
    await tx.write(placeValues(caller, found.id, body.ids), updated);
    const data = await liveValuesInside(tx, caller, found.id);
    return { data, total: data.length };
  });
}

/** Has all records with a value moved to another one, by a worker; the value takes no new ones meanwhile. */
export async function replaceEnumValue({ caller, params, body }: OfValue<Replace>) {
  return writeInTransaction(caller, async (tx) => {
    const { found, value, values } = await lockedValue(tx, caller, params);
    refuseReplacement(found, value, values, body.with_code);
    await tx.write(replaceValue(caller, value, body.with_code), updated);
    return { id: value.id, status: 'queued' as const, with_code: body.with_code };
  });
}

async function lockedEnum(tx: Transaction, caller: Caller, code: string): Promise<EnumRow> {
  const found = await lockEnum(tx, caller, code);
  if (!found) throw notFound('Enum');
  return found;
}

async function lockedValue(
  tx: Transaction,
  caller: Caller,
  { code, id }: ValueParams,
): Promise<{ found: EnumRow; value: EnumValueRow; values: EnumValueRow[] }> {
  const found = await lockEnum(tx, caller, code);
  const values = found ? await liveValuesInside(tx, caller, found.id) : [];
  const value = values.find((one) => one.id === id);
  // One answer for both: an enum of nobody's and a value of nobody's read the same.
  if (!found || !value) throw notFound('Value');
  return { found, value, values };
}
