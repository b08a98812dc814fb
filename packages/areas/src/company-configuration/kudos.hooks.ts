import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { kudosValueRequiring } from './announcements.ts';
import { lockRequiredValue } from './references.store.ts';

interface Kudos {
  require_core_value: boolean;
}

interface Step {
  tx: Transaction;
  caller: Caller;
}

/** Takes the lock for a change after which kudos require a value. */
export async function lockForRequirement({
  tx,
  caller,
  values,
}: Step & { values: { kudos?: Kudos | undefined } | null }): Promise<void> {
  if (values?.kudos?.require_core_value) await lockRequiredValue(tx, caller);
}

/** Announces that kudos begin to require a value. */
export async function announceRequirement({
  tx,
  before,
  values,
}: Step & { before: { kudos: Kudos } | null; values: { kudos?: Kudos | undefined } }): Promise<void> {
  if (!values.kudos?.require_core_value || before?.kudos.require_core_value) return;
  await tx.announce(kudosValueRequiring, { field: 'kudos.require_core_value' });
}
