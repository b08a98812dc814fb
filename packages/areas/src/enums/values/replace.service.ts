import { type Call, notFound } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import type { Replace, ValueParams } from '../enums.contract.ts';
import { vocabularies } from '../enums.resource.ts';
import { askForReplacement } from './replace.store.ts';
import { refuseReplacement } from './values.policy.ts';
import { findVocabulary, liveValues } from './values.store.ts';

/** Has all records with a value moved to another one, by a worker; no other record can get the value. */
export async function replaceValue({ caller, params, body }: Call<ValueParams, unknown, Replace>) {
  const { asParent } = vocabularies;
  const enum_id = await asParent.enter(caller, params, 'manage');
  return writeInTransaction(caller, async (tx) => {
    if (!(await asParent.lock?.(tx, caller, enum_id, 'no key update'))) throw notFound(asParent.noun);
    const all = await liveValues(tx, caller, enum_id);
    const value = all.find((one) => one.id === params.id);
    if (!value) throw notFound('Value');
    refuseReplacement(await findVocabulary(tx, caller, enum_id), value, all, body.with_code);
    const asked = askForReplacement(caller, value, body.with_code);
    await tx.write(asked, { event: 'enum.value.updated', action: 'update' });
    return { id: value.id, status: 'queued' as const, with_code: body.with_code };
  });
}
