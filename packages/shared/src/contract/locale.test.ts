import { afterEach, expect, it, vi } from 'vitest';
import { Locale } from './locale.ts';

afterEach(() => vi.restoreAllMocks());

it('a language tag that is too long is not parsed, which would take time in proportion to the square of its length', () => {
  const parse = vi.spyOn(Intl, 'getCanonicalLocales');
  const attributes = Array.from({ length: 1_000 }, (_, at) => at.toString(36).padStart(5, 'a'));
  const { error } = Locale.safeParse(`en-u-${attributes.join('-')}`);
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  expect(Locale.parse('de-at')).toBe('de-AT');
  expect(parse.mock.calls.filter(([tag]) => String(tag).length > 35)).toEqual([]);
});
