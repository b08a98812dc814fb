/** The part of a keyboard event that is used. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/** The name of the pressed key, as the catalogue writes it; undefined for a combination that no shortcut has. */
export function keyOfPress(press: KeyPress, isApple: boolean): string | undefined {
  const key = latinKey(press);
  // AltGr, which some keyboards need for brackets, is reported as Ctrl+Alt.
  if (press.getModifierState('AltGraph')) return isCharacter(key) ? key : undefined;
  const [mod, other] = isApple ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (other || press.altKey) return undefined;
  // Shift is part of symbols such as ?, and makes another combination of letters and named keys.
  if (press.shiftKey && (mod || !isSymbol(key))) return undefined;
  return mod ? `Mod+${key}` : key;
}

/** Letters of other alphabets stand for the Latin ones on the same keys. */
function latinKey({ key, code }: KeyPress): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const isOther = letter !== undefined && isCharacter(key) && !/[\p{ASCII}\p{Script=Latin}]/u.test(key);
  return isOther ? letter.toLowerCase() : isCharacter(key) ? key.toLowerCase() : key;
}

const isCharacter = (key: string): boolean => [...key].length === 1;

const isSymbol = (key: string): boolean => isCharacter(key) && key.toLowerCase() === key.toUpperCase();

/** True for a shortcut of characters only, which can be typed by mistake, such as by speech input. */
export const isCharacterShortcut = (keys: string): boolean => keys.split(' ').every(isCharacter);

const symbols: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  Delete: 'Del',
};

/** The keys as users read them: those that are pressed one after the other. */
export const displayKeys = (keys: string, isApple: boolean): string[] =>
  keys.split(' ').map((key) => {
    const name = key.replace('Mod+', '');
    const shown = symbols[name] ?? (isCharacter(name) ? name.toUpperCase() : name);
    return key.startsWith('Mod+') ? (isApple ? `⌘${shown}` : `Ctrl+${shown}`) : shown;
  });

/** The keys as `aria-keyshortcuts` names them; undefined for keys that are pressed one after the other. */
export function ariaKeys(keys: string, isApple: boolean): string | undefined {
  if (keys.includes(' ')) return undefined;
  const name = keys.replace('Mod+', '');
  const shown = isCharacter(name) ? name.toUpperCase() : name;
  return keys.startsWith('Mod+') ? `${isApple ? 'Meta' : 'Control'}+${shown}` : shown;
}
