import { expect, it } from 'vitest';
import { isDrawnAlike } from './is-drawn-alike.ts';

const props = (given: object = {}, loaded: object = {}) => ({
  resource: tasks,
  index: 3,
  isChosen: false,
  ...given,
  loaded: { id: 7, title: 'Paint', ...loaded },
});
const tasks = { path: '/tasks' };

it('draws no row again when its list was read again', () => {
  const [before, after] = [props(), props()].map((one, index) => ({
    ...one,
    loaded: { ...one.loaded, index },
  }));
  expect(isDrawnAlike(before as never, after as never)).toBe(true);
  expect(isDrawnAlike(props(), props({}, { title: 'Paint the fence', updated_at: '2026' }))).toBe(true);
});

it('draws a row again for another record, another place or another choice', () => {
  const others = [
    props({}, { id: 8 }),
    props({ index: 4 }),
    props({ isChosen: true }),
    props({ resource: { path: '/tasks' } }),
  ];
  expect(others.map((other) => isDrawnAlike(props(), other))).toEqual([false, false, false, false]);
});

it('draws a row again when its record has another address', () => {
  const enums = { resource: { path: '/enums' } };
  const [before, after] = ['colour', 'color'].map((code) => ({ ...enums, loaded: { id: 7, code } }));
  expect(before && after && isDrawnAlike(before, after)).toBe(false);
});
