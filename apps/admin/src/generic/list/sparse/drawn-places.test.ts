import { expect, it } from 'vitest';
import { drawnPlaces } from './drawn-places.ts';

const text = (...given: Parameters<typeof drawnPlaces>) =>
  drawnPlaces(...given)
    .map(({ index, rows }) => (rows === undefined ? String(index) : `${index}+${rows}`))
    .join(' ');

it('draws the rows on screen, others wherever they are, and the space between them', () => {
  expect(text({ first: 4, last: 6 }, 10, [undefined])).toBe('0+4 4 5 6 7+3');
  expect(text({ first: 4, last: 6 }, 10, [1, 5, 9])).toBe('0+1 1 2+2 4 5 6 7+2 9');
  expect(text({ first: 0, last: 1 }, 2, [])).toBe('0 1');
});

it('draws the end of a list that has become shorter', () => {
  expect(text({ first: 40, last: 80 }, 3, [50])).toBe('0+2 2');
  expect(text({ first: 0, last: 40 }, 0, [])).toBe('');
});
