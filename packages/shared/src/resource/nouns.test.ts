import { expect, it } from 'vitest';
import { withArticle } from './nouns.ts';

it.each([
  ['task', 'a task'],
  ['API key', 'an API key'],
  ['user', 'a user'],
  ['unit', 'a unit'],
  ['update', 'an update'],
])('writes the article of %s', (noun, expected) => {
  expect(withArticle(noun)).toBe(expected);
});
