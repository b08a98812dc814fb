import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { settingsRegistry } from '../../organizations/index.ts';
import { findBadgeError } from '../badges/badge-lists.ts';
import { defaultMenuOf } from '../menu/default-menu.ts';
import { findMisplacement, mergeMenu, type StoredItem } from '../menu/menu.policy.ts';
import type { TargetKind } from './items.contract.ts';
import { readItems } from './items.store.ts';

/** All of them are read for each menu. */
export const maxNavigationItems = 200;
/** Each costs a statement per menu, unless its number is cached. */
export const maxBadges = 10;

type SentItem = Partial<StoredItem>;

/**
 * Checks the fields of an item that do not depend on other items. Values that were stored before are accepted, even if a
 * later version of the service does not offer them any more.
 *
 * @throws AppError `invalid` with the field
 */
export function rejectInvalidItem(caller: Caller, item: StoredItem, sent: SentItem): void {
  const { required_permission, required_feature, badge_query } = sent;
  rejectTarget(caller, item, sent);
  if (required_permission && !isPermission(caller, required_permission))
    throw invalidField('required_permission', 'Is not a permission; see GET /permissions');
  if (required_feature && !Object.hasOwn(settingsRegistry.features, required_feature))
    throw invalidField('required_feature', 'Is not a setting of the section features');
  if (!badge_query) return;
  const error = findBadgeError(caller.platform, badge_query);
  if (error) throw invalidField(error.field, error.message);
}

const isPermission = ({ platform }: Caller, text: string): boolean =>
  platform.access.permissions.some((permission) => permission === text);

function rejectTarget(caller: Caller, item: StoredItem, sent: SentItem): void {
  const { target_kind, target } = item;
  if (defaultMenuOf(caller.platform).some(({ key }) => key === item.key)) {
    const field = (['target_kind', 'target', 'badge_query'] as const).find((name) => item[name] !== null);
    if (field)
      throw invalidField(
        field,
        `Must be null: ${item.key} is an entry of the default menu, which keeps its own`,
      );
    return;
  }
  if ((target_kind === null) !== (target === null))
    throw invalidField(
      target === null ? 'target' : 'target_kind',
      'Both or none of target_kind and target are required',
    );
  if (
    target === null ||
    target_kind === null ||
    (sent.target === undefined && sent.target_kind === undefined)
  )
    return;
  const error = targetErrors[target_kind](caller, target);
  if (error) throw invalidField('target', error);
}

/** Returns, for each kind, the error of a target; undefined for a valid one. */
const targetErrors = {
  resource: (caller: Caller, target: string) =>
    isPermission(caller, `${target}:read`) ? undefined : 'Must be the code of a resource that can be read',
  route: (_: Caller, target: string) =>
    /^\/(?!\/)[\w\-./~%?=&]*$/.test(target) && !target.includes('..')
      ? undefined
      : 'Must be a path of the web application, beginning with one slash, such as /reports',
  url: (_: Caller, target: string) =>
    isPlainHttps(target) ? undefined : 'Must be an https URL without user name and password',
} satisfies Record<TargetKind, (caller: Caller, target: string) => string | undefined>;

function isPlainHttps(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' &&
    text.startsWith('https://') &&
    // An empty user name is not in the parsed URL.
    !/^https:\/\/[^/?#\\]*@/.test(text)
  );
}

/**
 * Checks an item's place among all items. The calling code holds the lock of the menu.
 *
 * @throws AppError `invalid` if there are too many items or badges, or if the parent is missing, below the item or too deep
 */
export async function rejectMisplacedItem(tx: Transaction, caller: Caller, item: StoredItem): Promise<void> {
  const others = (await readItems(tx, caller)).filter(({ key }) => key !== item.key);
  if (others.length >= maxNavigationItems)
    throw invalidField(
      'key',
      `There are ${maxNavigationItems} navigation items already: delete some that are not needed`,
    );
  const menu = mergeMenu(defaultMenuOf(caller.platform), [...others, item]);
  if (item.badge_query && menu.filter(({ badge_query }) => badge_query).length > maxBadges)
    throw invalidField('badge_query', `${maxBadges} entries of the menu have a number already`);
  const problem = findMisplacement(menu, item.key);
  if (problem) throw invalidField('parent_key', problem);
}

/** @throws AppError `invalid` if the organization has added items below this one */
export async function rejectChildren(tx: Transaction, caller: Caller, key: string): Promise<void> {
  if (defaultMenuOf(caller.platform).some((entry) => entry.key === key)) return;
  const below = (await readItems(tx, caller)).filter(({ parent_key }) => parent_key === key);
  if (below.length > 0)
    throw invalidField('id', `Has ${below.length} navigation items below it; move or delete them first`);
}
