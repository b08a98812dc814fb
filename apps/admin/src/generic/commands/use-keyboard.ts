import { useLayoutEffect } from 'react';
import { type Bindings, isApple, useBindings } from './bindings.ts';
import { type ShortcutId, shortcutIds } from './catalogue.ts';
import { keyOfPress } from './keys.ts';
import { findCommand } from './registry.ts';

/** Time between two keys that are pressed one after the other. */
const sequenceMs = 1_500;

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);
/** Shortcuts that a held key repeats. */
const repeatable: ReadonlySet<ShortcutId> = new Set(['next', 'previous']);
/** In text fields, characters and undo belong to the text. */
const inTextFields: ReadonlySet<ShortcutId> = new Set(['palette', 'submit']);
/** A modal dialog makes the page behind it unavailable. */
const inDialogs: ReadonlySet<ShortcutId> = new Set(['submit']);

/** Runs the commands of the page by their shortcuts. */
export function useKeyboard(): void {
  const bindings = useBindings();
  const text = JSON.stringify(bindings);
  // Before the next key is pressed.
  useLayoutEffect(() => {
    const press = shortcutListener(JSON.parse(text) as Bindings);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [text]);
}

/** Finds shortcuts by the keys that are pressed, and before them. */
function shortcutListener(bindings: Bindings): (event: KeyboardEvent) => void {
  const ids = new Map(shortcutIds.flatMap((id) => bindings[id].map((keys) => [keys, id] as const)));
  const firstKeys = new Set([...ids.keys()].flatMap((keys) => keys.split(' ').slice(0, -1)));
  let before = { key: '', at: Number.NEGATIVE_INFINITY };
  return (event) => {
    const key = keyOfPress(event, isApple);
    if (!key || modifiers.has(event.key) || event.defaultPrevented || event.isComposing) return;
    const isNext = event.timeStamp - before.at < sequenceMs;
    const id = (isNext ? ids.get(`${before.key} ${key}`) : undefined) ?? ids.get(key);
    before = { key: '', at: Number.NEGATIVE_INFINITY };
    if (!isTextField(event.target) && firstKeys.has(key)) before = { key, at: event.timeStamp };
    if (id === 'back') leaveTextField(event);
    if (!id || !isUsable(id, event)) return;
    const command = findCommand(id);
    if (!command) return;
    before = { key: '', at: Number.NEGATIVE_INFINITY };
    if (command.run(key) !== false) event.preventDefault();
  };
}

function isUsable(id: ShortcutId, { target, repeat }: KeyboardEvent): boolean {
  if (repeat && !repeatable.has(id)) return false;
  // A select has no text that could be undone.
  const isFree = inTextFields.has(id) || (id === 'undo' && target instanceof HTMLSelectElement);
  if (isTextField(target) && !isFree) return false;
  return inDialogs.has(id) || !document.querySelector('dialog[open]');
}

/** Leaves a text field, so that characters are shortcuts again. The next field of the form remains the next one. */
function leaveTextField({ target }: KeyboardEvent): void {
  const isInDialog = document.querySelector('dialog[open]') !== null;
  if (!isInDialog && isTextField(target) && !target.matches('select')) target.blur();
}

const withoutText = ['checkbox', 'radio', 'button', 'submit', 'file'].map((type) => `[type=${type}]`).join();

function isTextField(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches(`textarea, select, input:not(${withoutText})`))
  );
}
