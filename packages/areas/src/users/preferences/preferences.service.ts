import { type Call, notFound } from '@wfp/shared';
import { readOne, writeInTransaction } from '@wfp/shared/db';
import { rejectNarrowKey } from '../accounts/users.service.ts';
import type { PatchPreferences } from './preferences.contract.ts';
import {
  mergePreferences,
  type PreferencesRow,
  requirePreferencesRow,
  selectPreferences,
} from './preferences.store.ts';

type CallerOnly = Pick<Call<unknown, unknown, unknown>, 'caller'>;

export async function getPreferences({ caller }: CallerOnly): Promise<PreferencesRow> {
  const row = await readOne<PreferencesRow>(caller, selectPreferences(caller));
  if (!row) throw notFound('User');
  return row;
}

/** Changes the keys that were sent. Concurrent changes of other keys are kept. */
export async function patchPreferences({
  caller,
  body,
}: Pick<Call<unknown, unknown, PatchPreferences>, 'caller' | 'body'>): Promise<PreferencesRow> {
  const { user_id } = caller;
  if (user_id === null) throw notFound('User');
  rejectNarrowKey(caller);
  const sent = Object.entries(body.values);
  const set = Object.fromEntries(sent.filter(([, value]) => value !== null));
  const removed = sent.flatMap(([key, value]) => (value === null ? [key] : []));
  const row = await writeInTransaction(caller, async (tx) => {
    if (Object.keys(set).length > 0) await requirePreferencesRow(tx, caller, user_id);
    const [changed] = await tx.write(mergePreferences(caller, set, removed), {
      event: 'user.preferences_changed',
      action: 'change_preferences',
    });
    return changed;
  });
  return row ?? getPreferences({ caller });
}
