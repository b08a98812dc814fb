import {
  type Area,
  type BadgeQuery,
  type Caller,
  type MenuGroup,
  menuGroups,
  type Permission,
} from '@wfp/shared';
import type { TargetKind } from '../items/items.contract.ts';

/** Levels of the menu: a heading, its entries and the entries below these. */
export const maxMenuDepth = 3;

/** An entry of the menu of an organization, before it is filtered for a caller. */
export interface MenuItem {
  key: string;
  label: string;
  icon: string | null;
  parent_key: string | null;
  /** Null: after the siblings that have one. */
  position: number | null;
  /** Both null for a heading. */
  target_kind: TargetKind | null;
  target: string | null;
  /** The caller needs all of them, each in any scope. */
  permissions: readonly Permission[];
  required_feature: string | null;
  badge_query: BadgeQuery | null;
  is_hidden: boolean;
}

/** The columns of a stored item. Its permission may be unknown to this version: then no caller has it. */
export type StoredItem = Omit<MenuItem, 'permissions'> & { required_permission: string | null };

const heading = { icon: null, parent_key: null, target_kind: null, target: null, permissions: [] };
const unrestricted = { required_feature: null, badge_query: null, is_hidden: false };

/** Returns the menu that an organization has without items of its own: the headings, and the entries of all areas. */
export function defaultMenu(areas: readonly Area[]): MenuItem[] {
  const groups = Object.keys(menuGroups) as MenuGroup[];
  const headings = groups.map(
    (group, index): MenuItem => ({
      ...heading,
      ...unrestricted,
      key: group,
      label: menuGroups[group],
      position: 10 * (index + 1),
    }),
  );
  const entries = areas.flatMap(({ menu = [] }) => menu);
  return [
    ...headings,
    ...groups.flatMap((group) =>
      entries
        .filter((entry) => entry.group === group)
        .map(
          ({ key, label, icon, resource, badge }, index): MenuItem => ({
            ...unrestricted,
            ...{ key, label, icon, parent_key: group, position: 10 * (index + 1) },
            ...{ target_kind: 'resource', target: resource, permissions: [`${resource}:read`] },
            badge_query: badge ?? null,
          }),
        ),
    ),
  ];
}

/**
 * Adds the items of an organization to the default menu. An item with the key of a default entry changes its label, icon,
 * place and visibility. Its target, badge and permission stay, so that a menu can be rearranged but leads nowhere else.
 */
export function mergeMenu(defaults: readonly MenuItem[], stored: readonly StoredItem[]): MenuItem[] {
  const changed = new Map(stored.map((item) => [item.key, item]));
  const known = new Set(defaults.map(({ key }) => key));
  return [
    ...defaults.map((entry) => {
      const item = changed.get(entry.key);
      return item ? override(entry, item) : entry;
    }),
    ...stored.filter(({ key }) => !known.has(key)).map(toMenuItem),
  ];
}

function override(entry: MenuItem, item: StoredItem): MenuItem {
  const { label, required_permission, required_feature, is_hidden } = item;
  return {
    ...entry,
    ...{ label, required_feature, is_hidden },
    icon: item.icon ?? entry.icon,
    parent_key: item.parent_key ?? entry.parent_key,
    position: item.position ?? entry.position,
    permissions: [...entry.permissions, ...toPermissions(required_permission)],
  };
}

function toMenuItem({ required_permission, ...item }: StoredItem): MenuItem {
  const toRead: Permission[] = item.target_kind === 'resource' ? [`${item.target}:read`] : [];
  return { ...item, permissions: [...toRead, ...toPermissions(required_permission)] };
}

const toPermissions = (stored: string | null): Permission[] =>
  stored === null ? [] : [stored as Permission];

/** The number of levels above an item; undefined if its parents form a cycle. */
function countAbove(menu: ReadonlyMap<string, MenuItem>, key: string): number | undefined {
  let above = 0;
  for (let item = menu.get(key); item?.parent_key != null; item = menu.get(item.parent_key)) {
    if (!menu.has(item.parent_key)) return above;
    above += 1;
    if (above > menu.size) return undefined;
  }
  return above;
}

/** Returns what is wrong with the place of an item in a menu that contains it; undefined if nothing is. */
export function findMisplacement(items: readonly MenuItem[], key: string): string | undefined {
  const menu = new Map(items.map((item) => [item.key, item]));
  const parent_key = menu.get(key)?.parent_key ?? null;
  if (parent_key !== null && !menu.has(parent_key)) return 'Is not the key of an entry of the menu';
  if (countAbove(menu, key) === undefined) return 'Must not be the entry itself or one below it';
  const isTooDeep = items.some((item) => (countAbove(menu, item.key) ?? 0) >= maxMenuDepth);
  return isTooDeep ? `Exceeds the maximum depth of ${maxMenuDepth} levels` : undefined;
}

/** True if the caller holds the permission for some rows at least. */
const holds = (caller: Caller, permission: Permission) => caller.rowScopeFor(permission) !== null;

/** True if the caller may open the target of an item. */
export function mayOpen(caller: Caller, { permissions, required_feature }: MenuItem): boolean {
  const hasFeature = required_feature === null || caller.features?.includes(required_feature) === true;
  return hasFeature && permissions.every((permission) => holds(caller, permission));
}
