import { expect, it } from 'vitest';
import { findUnstorable } from './storable.ts';

const nested = (depth: number): unknown => (depth === 0 ? 'end' : [nested(depth - 1)]);

it.each([
  [{ title: 'fine', tags: ['fine', { deep: 'fine' }], due: null, size: 5 }, []],
  [{ title: 'a\0', note: '\ud800' }, ['title', 'note']],
  [{ list: ['fine', { 'a\0': 1 }, '\0'] }, ['list.1']],
  [{ object: { ['__proto__']: 1 } }, ['object.__proto__']],
  [JSON.parse('{"__proto__":1,"title":"\\u0000"}'), ['__proto__', 'title']],
  [['fine', '\0'], ['1']],
  [['\0', '\0'], ['0']],
  [{ object: { first: 'fine', second: '\0' } }, ['object.second']],
  ['\0', ['']],
  ['fine', []],
  [5, []],
  [null, []],
  [{ some: nested(31) }, []],
  [{ some: nested(32) }, ['some']],
])('finds unstorable values in %j at %j', (value, fields) => {
  expect(findUnstorable(value).map(({ path }) => path.join('.'))).toEqual(fields);
});
