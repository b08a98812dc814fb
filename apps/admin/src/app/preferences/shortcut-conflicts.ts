import { replaceableKeys } from '../../generic/commands/bindings.ts';
import { type ShortcutId, shortcutIds } from '../../generic/commands/catalogue.ts';
import { words as commandWords } from '../../generic/commands/words.ts';
import { words } from './words.ts';

/** The shortcuts whose keys a user can choose. */
export const replaceable: readonly ShortcutId[] = shortcutIds.filter(
  (id) => replaceableKeys(id) !== undefined,
);

/** The keys of a shortcut after a character was typed into its field; empty to switch the shortcut off. */
export function withLastKey(id: ShortcutId, typed: string): string {
  const [first, second] = (replaceableKeys(id) ?? '').split(' ');
  const last = [...typed.trim()].at(-1)?.toLowerCase() ?? '';
  return last && second !== undefined ? `${first} ${last}` : last;
}

/** By id of the shortcut: why its keys cannot be used. */
export function conflictsOf(chosen: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const keysOf = (id: ShortcutId) => chosen[id] ?? replaceableKeys(id) ?? '';
  const firstKeys = new Set(
    replaceable.map((id) => keysOf(id).split(' ')).map(([first, next]) => next && first),
  );
  const conflicts = replaceable.flatMap((id): [string, string][] => {
    const keys = keysOf(id);
    const other = replaceable.find((one) => one !== id && keysOf(one) === keys);
    if (keys === '') return [];
    if (firstKeys.has(keys)) return [[id, words.shortcuts.takenByPlaces]];
    return other ? [[id, words.shortcuts.taken(commandWords.shortcuts[other])]] : [];
  });
  return Object.fromEntries(conflicts);
}
