/** The parts of the list of shortcuts. */
export type ShortcutGroup = 'anywhere' | 'places' | 'lists' | 'records';

interface Shortcut {
  group: ShortcutGroup;
  /**
   * The default keys, each as `KeyboardEvent.key`. `Mod` is ⌘ on Apple devices, otherwise Ctrl. Two keys separated by a
   * space are pressed one after the other.
   */
  keys: readonly string[];
}

/** The shortcuts of the application. What they do is registered by the page on screen. */
export const shortcuts = {
  palette: { group: 'anywhere', keys: ['Mod+k'] },
  help: { group: 'anywhere', keys: ['?'] },
  menu: { group: 'anywhere', keys: ['['] },
  undo: { group: 'anywhere', keys: ['Mod+z'] },
  back: { group: 'anywhere', keys: ['Escape'] },
  home: { group: 'places', keys: ['g h'] },
  task: { group: 'places', keys: ['g t'] },
  initiative: { group: 'places', keys: ['g i'] },
  employee: { group: 'places', keys: ['g p'] },
  event: { group: 'places', keys: ['g e'] },
  webhook_endpoint: { group: 'places', keys: ['g w'] },
  audit_log: { group: 'places', keys: ['g a'] },
  organization_setting: { group: 'places', keys: ['g s'] },
  search: { group: 'lists', keys: ['/'] },
  next: { group: 'lists', keys: ['j', 'ArrowDown'] },
  previous: { group: 'lists', keys: ['k', 'ArrowUp'] },
  open: { group: 'lists', keys: ['Enter'] },
  create: { group: 'lists', keys: ['c'] },
  select: { group: 'lists', keys: ['x'] },
  selectAll: { group: 'lists', keys: ['Mod+a'] },
  edit: { group: 'records', keys: ['e'] },
  archive: { group: 'records', keys: ['Delete'] },
  submit: { group: 'records', keys: ['Mod+Enter'] },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutId = keyof typeof shortcuts;

export const shortcutIds = Object.keys(shortcuts) as ShortcutId[];

/** The shortcuts that lead to the list, or to the single record, of a resource with this code. */
export const places: readonly ShortcutId[] = shortcutIds.filter(
  (id) => shortcuts[id].group === 'places' && id !== 'home',
);

export const isShortcutId = (id: string): id is ShortcutId => id in shortcuts;
