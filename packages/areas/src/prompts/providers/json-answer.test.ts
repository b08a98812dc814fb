import { expect, it } from 'vitest';
import { jsonIn } from './json-answer.ts';

it.each([
  ['alone', '{"a":1}', { a: 1 }],
  ['in a fence', '\n```json\n{"a":1}\n```\n', { a: 1 }],
  ['in a fence without a name', '```\n\n[1]```', [1]],
  ['after thoughts', '<think>{"a":2}</think>\n```json\n{"a":1}\n```', { a: 1 }],
  ['with brackets and quotes in a text', `{"a":"${'['.repeat(99)}\\"{"}`, { a: `${'['.repeat(99)}"{` }],
  [
    'as deep as it may be',
    `${'['.repeat(32)}${']'.repeat(32)}`,
    JSON.parse(`${'['.repeat(32)}${']'.repeat(32)}`),
  ],
  ['deeper', `${'['.repeat(33)}${']'.repeat(33)}`, undefined],
  ['behind thoughts without an end', '<think>{"a":1}', undefined],
  ['beside other text', 'Here: {"a":1}', undefined],
  ['cut in the middle', '```json\n{"a":', undefined],
  ['nowhere', '', undefined],
])('finds JSON %s', (_, text, found) => expect(jsonIn(text)).toEqual(found));

// Each of these would keep the process busy for minutes if the time grew with the square of the length.
it.each([
  ['a fence that only breaks lines', `\`\`\`${'\n'.repeat(1_000_000)}x`],
  ['thoughts without an end', '<think>'.repeat(150_000)],
  ['spaces', `${' '.repeat(1_000_000)}x`],
  ['quotes of a text that does not end', `{"${'\\"'.repeat(32_000)}`],
])('is done with %s in one pass', (_, text) => expect(jsonIn(text)).toBeUndefined());
