import { usePreferences } from '../../api/preferences.ts';
import { useStart } from '../../api/start.ts';
import { type ShortcutId, shortcutIds, shortcuts } from './catalogue.ts';
import { ariaKeys, displayKeys, isCharacterShortcut } from './keys.ts';

/** The keys of each shortcut, best first; none if it is switched off. */
export type Bindings = Readonly<Record<ShortcutId, readonly string[]>>;

/** The preference of the user about shortcuts. */
export interface ShortcutPreference {
  /** False if shortcuts of characters, without Ctrl or ⌘, are switched off. */
  characters: boolean;
  /** Keys that the user has chosen instead of the default ones; empty for none. */
  keys: Readonly<Record<string, string>>;
}

/** The key of the preference. */
export const shortcutPreference = 'shortcuts';

export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Reads the stored preference, without parts that this version does not support. */
export function readShortcutPreference(stored: unknown): ShortcutPreference {
  const { characters, keys } = (typeof stored === 'object' && stored !== null ? stored : {}) as {
    characters?: unknown;
    keys?: unknown;
  };
  const chosen = Object.entries(typeof keys === 'object' && keys !== null ? keys : {});
  return {
    characters: characters !== false,
    keys: Object.fromEntries(chosen.filter(([, value]) => typeof value === 'string')),
  };
}

/** The character, or the characters one after the other, that a user can replace; undefined for other keys. */
export const replaceableKeys = (id: ShortcutId): string | undefined =>
  shortcuts[id].keys.find(isCharacterShortcut);

export function bindingsOf({ characters, keys }: ShortcutPreference): Bindings {
  const keysOfShortcut = (id: ShortcutId): readonly string[] => {
    const chosen = shortcuts[id].keys.map((one) => (isCharacterShortcut(one) ? (keys[id] ?? one) : one));
    return chosen.filter((one) => one !== '' && (characters || !isCharacterShortcut(one)));
  };
  return Object.fromEntries(shortcutIds.map((id) => [id, keysOfShortcut(id)])) as Bindings;
}

/** The keys that the user has chosen. Until they are loaded, characters may be switched off. */
export function useBindings(): Bindings {
  const stored = readShortcutPreference(usePreferences()[shortcutPreference]);
  return bindingsOf(useStart().data ? stored : { ...stored, characters: false });
}

/** Attributes of a control that a shortcut uses: the tooltip shows its keys. */
export function useShortcutHint(id: ShortcutId, label: string) {
  const [keys] = useBindings()[id];
  if (keys === undefined) return {};
  const aria = ariaKeys(keys, isApple);
  return {
    title: `${label} (${displayKeys(keys, isApple).join(' ')})`,
    ...(aria !== undefined && { 'aria-keyshortcuts': aria }),
  };
}
