import { words } from './words.ts';

export type ItemGroup = keyof typeof words.groups;

/** An entry of the command palette. */
export interface PaletteItem {
  /** Unique, and equal in other sessions, unless the item is a record or an action on one. */
  id: string;
  group: ItemGroup;
  label: string;
  /** The kind of a record. */
  hint?: string | undefined;
  /** The keys of its shortcut. */
  keys?: readonly string[] | undefined;
  /** False for an item that leads to further ones. */
  isFinal?: false;
  run: () => unknown;
}

const maxItems = 60;

/** The items that match a text, best first within their groups; without a text, those that were chosen last first. */
export function matchingItems(
  items: readonly PaletteItem[],
  text: string,
  recent: readonly string[],
): PaletteItem[] {
  if (text === '') {
    const chosen = recent.flatMap((id) => items.find((one) => one.id === id) ?? []);
    const others = items.filter((one) => !chosen.includes(one));
    return [...chosen.map((one) => ({ ...one, group: 'recent' as const })), ...others].slice(0, maxItems);
  }
  const parts = text.toLocaleLowerCase().split(/\s+/);
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, parts);
    return rank === undefined ? [] : [{ item, rank: rank - (recent.includes(item.id) ? 0.5 : 0) }];
  });
  const best = (group: ItemGroup) =>
    Math.min(...ranked.filter((one) => one.item.group === group).map(({ rank }) => rank));
  const groups = [...new Set(ranked.map(({ item }) => item.group))].sort((a, b) => best(a) - best(b));
  return groups
    .flatMap((group) => ranked.filter(({ item }) => item.group === group).sort((a, b) => a.rank - b.rank))
    .map(({ item }) => item)
    .slice(0, maxItems);
}

/** Lower for better matches; undefined for none. */
function rankOf({ label, group }: PaletteItem, parts: readonly string[]): number | undefined {
  const name = label.toLocaleLowerCase();
  const all = `${words.groups[group]} ${name}`.toLocaleLowerCase();
  if (!parts.every((part) => all.includes(part))) return undefined;
  const [first = ''] = parts;
  if (name.startsWith(first)) return 0;
  return name.includes(` ${first}`) ? 1 : 2;
}
