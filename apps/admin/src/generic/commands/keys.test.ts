import { expect, it } from 'vitest';
import { ariaKeys, displayKeys, type KeyPress, keyOfPress } from './keys.ts';

const press = (given: Partial<KeyPress>, ...states: string[]): KeyPress => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...given,
  getModifierState: (name) => states.includes(name),
});

it.each([
  ['a letter', press({ key: 'c' }), 'c'],
  ['a letter with caps lock', press({ key: 'C' }), 'c'],
  ['a letter with Shift', press({ key: 'C', shiftKey: true }), undefined],
  ['a symbol that needs Shift', press({ key: '?', shiftKey: true }), '?'],
  ['a bracket that needs AltGr', press({ key: '[', ctrlKey: true, altKey: true }, 'AltGraph'), '['],
  ['a letter of another alphabet', press({ key: 'с', code: 'KeyC' }), 'c'],
  ['Ctrl and a letter', press({ key: 'K', ctrlKey: true }), 'Mod+k'],
  ['Ctrl, Shift and a letter', press({ key: 'Z', ctrlKey: true, shiftKey: true }), undefined],
  ['Alt and a letter', press({ key: 'c', altKey: true }), undefined],
  ['⌘ on another device', press({ key: 'k', metaKey: true }), undefined],
  ['a named key', press({ key: 'Delete' }), 'Delete'],
])('names %s', (_, event, expected) => {
  expect(keyOfPress(event, false)).toBe(expected);
});

it('uses ⌘ on Apple devices', () => {
  expect(keyOfPress(press({ key: 'k', metaKey: true }), true)).toBe('Mod+k');
  expect(keyOfPress(press({ key: 'k', ctrlKey: true }), true)).toBeUndefined();
});

it('shows keys to users, and names them for assistive technology', () => {
  expect(['Mod+k', 'g t', 'Delete', 'Mod+Enter'].map((keys) => displayKeys(keys, false).join(' '))).toEqual([
    'Ctrl+K',
    'G T',
    'Del',
    'Ctrl+Enter',
  ]);
  expect(displayKeys('Mod+z', true)).toEqual(['⌘Z']);
  expect([ariaKeys('Mod+k', false), ariaKeys('Mod+k', true), ariaKeys('c', false)]).toEqual([
    'Control+K',
    'Meta+K',
    'C',
  ]);
  expect(ariaKeys('g t', false)).toBeUndefined();
});
