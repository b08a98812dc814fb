import { type Caller, invalidField } from '@wfp/shared';
import type { RecordedTable, Transaction } from '@wfp/shared/db';
import { maxValues } from '../enums.contract.ts';
import { refuseChange, refuseNew, refuseUsed, type SentValue } from './values.policy.ts';
import { findVocabulary, type LiveValue, liveValues, unsetDefault } from './values.store.ts';

interface Step {
  tx: Transaction;
  caller: Caller;
}

type ValueRow = Pick<LiveValue, 'id' | 'code' | 'is_active' | 'is_default' | 'is_system'> & {
  enum_id: number;
};

/** Checks a new or changed value. One that becomes the default replaces the one that was. */
export async function prepareValue(
  table: RecordedTable,
  {
    tx,
    caller,
    before,
    values,
    within,
  }: Step & { before: ValueRow | null; values: SentValue; within: Readonly<Record<string, number>> },
): Promise<undefined> {
  const enum_id = Number(within.enum_id);
  const of = await findVocabulary(tx, caller, enum_id);
  if (before) refuseChange(of, before, values);
  else refuseNew(of, (await liveValues(tx, caller, enum_id)).length, values);
  if (values.is_default && !before?.is_default) {
    await tx.write(unsetDefault(caller, table, enum_id), { event: 'enum.value.updated', action: 'update' });
  }
}

/** Records that have an archived value keep it, no other can get it. */
export async function refuseArchive({ tx, caller, before }: Step & { before: ValueRow }): Promise<void> {
  refuseUsed(before, await liveValues(tx, caller, before.enum_id));
}

export async function refuseTooMany({ tx, caller, row }: Step & { row: ValueRow }): Promise<void> {
  const { length } = await liveValues(tx, caller, row.enum_id);
  if (length > maxValues) throw invalidField('id', `An enum has at most ${maxValues} values`);
}
