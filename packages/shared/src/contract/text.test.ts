import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { messageOf } from './messages.ts';
import { hasInvisible, Line, Prose } from './text.ts';

const controls = ['\0', '\x07', '\t', '\n', '\r', '\x1b', '\x7f', '\x85', '\u2028', '\u2029'];
const directions = [
  ...['\u200e', '\u200f', '\u061c', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
  ...['\u2066', '\u2067', '\u2068', '\u2069'],
];
const shapeless = [
  ...[
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u17b4',
    '\u180e',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\u2061',
    '\u2062',
  ],
  ...[
    '\u2063',
    '\u2064',
    '\u2065',
    '\u206a',
    '\u206f',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufff9',
  ],
  ...['\u{1d173}', '\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{e0100}'],
];

it.each([...controls, ...directions, ...shapeless])('%j inside a line is rejected with a message', (one) => {
  const { error } = Line(10).safeParse(`a${one}b`);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Must be one line of text, without control, invisible or direction characters',
  ]);
});

it.each([
  ['a joiner between Latin letters', 'Al\u200dice'],
  ['a joiner at the end of a word', 'می\u200c'],
  ['a joiner before a letter of another script', 'می\u200ca'],
  ['two joiners', 'می\u200c\u200cخ'],
  ['a variation selector after a letter', 'a\ufe0f'],
  ['a variation selector after a digit', '1\ufe0f'],
  ['an ideographic variation selector after a letter', 'a\u{e0100}'],
  ['the tags of a flag', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
])('%s is rejected', (_, text) => {
  expect([hasInvisible(text), Line().safeParse(text).success]).toEqual([true, false]);
});

it('a line accepts text of all languages and emoji, with the joiners and selectors that they need', () => {
  const texts = ['日本語', '葛\u{e0100}城', 'שלום', 'می\u200cخواهم', 'क्\u200dष', 'ශ්\u200dරී', 'ᠠ\u180b'];
  const emoji = ['👩\u200d🚀', '👩🏽\u200d🚀', '❤\ufe0f', '🏳\ufe0f\u200d🌈', '1\ufe0f\u20e3'];
  for (const text of [...texts, ...emoji, 'a\u00a0b', "O'Brien", 'Zoë', 'Zoe\u0308'])
    expect([text, Line().safeParse(text).data]).toEqual([text, text]);
  expect(Line().parse(' a\n')).toBe('a');
});

it.each(controls.filter((one) => !/[\t\n\r\u2028\u2029]/.test(one)))(
  '%j inside a text is rejected',
  (one) => {
    const { error } = Prose(10).safeParse(`a${one}b`);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Must not contain control characters other than tabs and line breaks',
    ]);
  },
);

it('text keeps tabs, line breaks, direction marks and joiners', () => {
  const text = 'a\tb\r\nc\u2028\u202b\u200e\u200d\u200b ';
  expect(Prose(20).parse(text)).toBe(text);
});

describe('the bytes of a long text', () => {
  const limits = 'Must have at most 50000 characters, and at most 65536 bytes in UTF-8';
  const messages = (text: string, max = 50_000) =>
    Prose(max)
      .safeParse(text, { error: messageOf })
      .error?.issues.map(({ message }) => message);

  it('are limited to 64 KiB in UTF-8, in addition to the characters', () => {
    expect(messages('漢'.repeat(21_845))).toBeUndefined();
    expect(messages('漢'.repeat(21_846))).toEqual([limits]);
    expect(messages('😀'.repeat(16_384))).toBeUndefined();
    expect(messages(`${'😀'.repeat(16_384)}x`)).toEqual([limits]);
    expect(messages('x'.repeat(50_000))).toBeUndefined();
  });

  it('are named with the characters, in one message', () => {
    expect(messages('x'.repeat(50_001))).toEqual([limits]);
    expect(messages('漢'.repeat(50_001))).toEqual([limits]);
  });

  it('are described in the JSON Schema', () => {
    expect(z.toJSONSchema(Prose(50_000))).toMatchObject({ description: 'At most 65536 bytes in UTF-8' });
  });

  it('need no limit where so many characters cannot exceed it', () => {
    expect(messages('漢'.repeat(20_000), 20_000)).toBeUndefined();
    expect(messages('漢'.repeat(20_001), 20_000)).toEqual(['Must have at most 20000 characters']);
    expect(z.toJSONSchema(Prose(20_000))).not.toHaveProperty('description');
  });
});
