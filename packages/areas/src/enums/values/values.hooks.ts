import type { Caller } from '@wfp/shared';
import type { RecordedTable, Transaction } from '@wfp/shared/db';
import {
  rejectInvalidChange,
  rejectInvalidValue,
  rejectValueInUse,
  type SentValue,
} from './values.policy.ts';
import { findEnumRules, findLiveValues, type LiveValue, unsetDefault } from './values.store.ts';

interface HookInput {
  tx: Transaction;
  caller: Caller;
}

type ValueRow = Pick<LiveValue, 'id' | 'code' | 'is_active' | 'is_default' | 'is_system'> & {
  enum_id: number;
};

/** Checks a new or changed value. A new default replaces the previous one. */
export async function prepareValue(
  table: RecordedTable,
  {
    tx,
    caller,
    before,
    values,
    within,
  }: HookInput & { before: ValueRow | null; values: SentValue; within: Readonly<Record<string, number>> },
): Promise<undefined> {
  const enum_id = Number(within.enum_id);
  const rules = await findEnumRules(tx, caller, enum_id);
  if (before) rejectInvalidChange(rules, before, values);
  else rejectInvalidValue(rules, values);
  if (values.is_default && !before?.is_default) {
    await tx.write(unsetDefault(caller, table, enum_id), { event: 'enum.value.updated', action: 'update' });
  }
}

/**
 * Rejects archiving a value of the service, the default, or the target of an unfinished replacement. Records keep an
 * archived value; no other record can get it.
 */
export async function rejectArchive({ tx, caller, before }: HookInput & { before: ValueRow }): Promise<void> {
  rejectValueInUse(before, await findLiveValues(tx, caller, before.enum_id));
}
