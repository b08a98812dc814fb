import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

it.each([
  ['alone', ' {"a":1}\n', '{"a":1}'],
  ['in a fence', '\n```json\n{"a":1}\n```\n', '{"a":1}'],
  ['in a fence without a name', '```\n\n[1]```', '[1]'],
  ['after reasoning', '<think>{"a":2}</think>\n```json\n{"a":1}\n```', '{"a":1}'],
  ['after reasoning without an end', '<think>{"a":1}', '<think>{"a":1}'],
  ['after other text', 'Here: {"a":1}', 'Here: {"a":1}'],
  ['in a fence without an end', '```json\n{"a":', '```json\n{"a":'],
  ['nowhere', '', ''],
])('finds JSON %s', (_, text, found) => expect(jsonText(text)).toBe(found));

// Each of these would take minutes in quadratic time.
it.each([
  ['a fence of line breaks', `\`\`\`${'\n'.repeat(1_000_000)}x`],
  ['reasoning without an end', '<think>'.repeat(150_000)],
  ['spaces', `${' '.repeat(1_000_000)}x`],
  ['fences', '```'.repeat(300_000)],
])('takes one pass for %s', (_, text) => {
  const before = process.cpuUsage();
  jsonText(text);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});
