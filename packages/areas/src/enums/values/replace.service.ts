import { type Call, notFound } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import type { ReplaceValue, ValueParams } from '../enums.contract.ts';
import { enums } from '../enums.resource.ts';
import { requestReplacement } from './replace.store.ts';
import { rejectReplacement } from './values.policy.ts';
import { findEnumRules, findLiveValues } from './values.store.ts';

/**
 * Requests that a worker moves all records with a value to another value. Deactivates the value, unless it is a value of
 * the service, which cannot be inactive.
 */
export async function replaceValue({ caller, params, body }: Call<ValueParams, unknown, ReplaceValue>) {
  const { asParent } = enums;
  const enum_id = await asParent.resolve(caller, params, 'manage');
  return writeInTransaction(caller, async (tx) => {
    if (!(await asParent.lock?.(tx, caller, enum_id, 'no key update'))) throw notFound(asParent.noun);
    const all = await findLiveValues(tx, caller, enum_id);
    const value = all.find((one) => one.id === params.id);
    if (!value) throw notFound('Value');
    rejectReplacement(await findEnumRules(tx, caller, enum_id), value, all, body.with_code);
    const change = requestReplacement(caller, value, body.with_code);
    await tx.write(change, { event: 'enum.value.updated', action: 'update' });
    return { id: value.id, status: 'queued' as const, with_code: body.with_code };
  });
}
