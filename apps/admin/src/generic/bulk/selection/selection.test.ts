import { expect, it } from 'vitest';
import { toggled, toggledPage } from './selection.ts';

const page = ['a', 'b', 'c', 'd'].map((key, index) => ({ key, index, item: key.toUpperCase() }));
const keysOf = (selection: ReadonlyMap<string, string>) => [...selection.keys()].join('');

it('chooses and drops a record', () => {
  const one = toggled(new Map<string, string>(), page, 'b');
  expect([...one]).toEqual([['b', 'B']]);
  expect(keysOf(toggled(one, page, 'b'))).toBe('');
});

it('gives a range the state of its first record, in both directions', () => {
  const one = toggled(new Map<string, string>(), page, 'c');
  expect(keysOf(toggled(one, page, 'a', 'c'))).toBe('cab');
  const all = toggledPage(one, page);
  expect(keysOf(toggled(toggled(all, page, 'b'), page, 'd', 'b'))).toBe('a');
});

it('chooses one record if others of the range are not loaded', () => {
  const before = new Map([['x', 'X']]);
  expect(keysOf(toggled(before, page, 'c', 'x'))).toBe('xc');
  const far = [...page, { key: 'y', index: 900, item: 'Y' }];
  expect(keysOf(toggled(new Map([['c', 'C']]), far, 'y', 'c'))).toBe('cy');
});

it('chooses a whole page, and drops it if it was chosen, without records of other pages', () => {
  const before = new Map([['x', 'X']]);
  const all = toggledPage(toggled(before, page, 'b'), page);
  expect(keysOf(all)).toBe('xbacd');
  expect(keysOf(toggledPage(all, page))).toBe('x');
});
