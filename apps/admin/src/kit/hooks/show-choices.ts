import type { KeyboardEvent } from 'react';

/**
 * Opens the choices of a select that acts as soon as one is chosen, for a key that would choose another one at once. Where a
 * browser cannot tell whether they are open, its own behavior remains.
 */
export function showChoices(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, currentTarget: select } = event;
  const isChoosing = choosingKeys.has(key) || (key.length === 1 && key !== ' ');
  const isModified = event.altKey || event.ctrlKey || event.metaKey;
  if (!isChoosing || isModified || !CSS.supports('selector(:open)') || select.matches(':open')) return;
  event.preventDefault();
  select.showPicker();
}

const choosingKeys: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);
