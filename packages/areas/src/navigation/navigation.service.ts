import type { Call } from '@wfp/shared';
import { completeList } from '@wfp/shared/contract';
import { readOne, readRows, write } from '@wfp/shared/db';
import { findBadge } from './badges/badges.service.ts';
import { selectItems } from './items/items.store.ts';
import { defaultMenuOf } from './menu/default-menu.ts';
import { mergeMenu, type StoredItem } from './menu/menu.policy.ts';
import { selectVisible, type VisibleItem } from './menu/visible-menu.policy.ts';
import type { NavigationEntry, ShowNavigation } from './navigation.contract.ts';
import type { PatchPreferences, Preferences } from './preferences/preferences.contract.ts';
import { changePreferences, selectPreferences } from './preferences/preferences.store.ts';

type CallerOnly = Pick<Call<unknown, unknown, unknown>, 'caller'>;

/** Returns the menu of the caller: what they may open, in the order that they have chosen. */
export async function showNavigation({ caller, query }: Call<unknown, ShowNavigation, unknown>) {
  const [stored, preferences] = await Promise.all([
    readRows<StoredItem>(caller, selectItems(caller)),
    getPreferences({ caller }),
  ]);
  const menu = mergeMenu(defaultMenuOf(caller.platform), stored);
  const visible = selectVisible(menu, { caller, preferences, withHidden: query.hidden === true });
  return completeList(await addBadges({ caller }, visible));
}

/** One after the other: a menu must not occupy more than one connection. */
async function addBadges({ caller }: CallerOnly, items: readonly VisibleItem[]): Promise<NavigationEntry[]> {
  const entries: NavigationEntry[] = [];
  for (const { badge_query, children, ...item } of items) {
    const { key, label, icon, target_kind, target, is_pinned, is_hidden } = item;
    const badge = badge_query && (await findBadge(caller, badge_query));
    entries.push({
      ...{ key, label, icon, target_kind, target, badge, is_pinned, is_hidden },
      children: await addBadges({ caller }, children),
    });
  }
  return entries;
}

export async function getPreferences({ caller }: CallerOnly): Promise<Preferences> {
  const row = await readOne<Preferences>(caller, selectPreferences(caller));
  if (!row) throw new Error('Invariant: the query returned no row');
  return row;
}

export async function patchPreferences({
  caller,
  body,
}: Call<unknown, unknown, PatchPreferences>): Promise<Preferences> {
  await write(caller, changePreferences(caller, body), { event: 'user.navigation_changed' });
  return getPreferences({ caller });
}
