import { expect, it } from 'vitest';
import { parseSignInSearch, targetOf } from './sign-in-search.ts';

it.each([
  '//example.test',
  'https://example.test',
  '/other/r/task',
  '/demoing',
  'javascript:alert(1)',
  '',
  undefined,
])('opens the start of the organization instead of %s', (to) => {
  expect(targetOf('demo', to)).toBe('/demo');
});

it.each(['/demo', '/demo/r/task?q=1', '/demo?x=1'])('opens %s', (to) => {
  expect(targetOf('demo', to)).toBe(to);
});

it('ignores unknown and malformed parameters', () => {
  expect(parseSignInSearch({ organization: 'demo', to: 7, ended: 'yes', other: 'x' })).toEqual({
    organization: 'demo',
  });
});
