import { z } from 'zod';

/**
 * Control characters, line and paragraph separators, interlinear annotations, and all characters without a shape of
 * their own, among them direction marks and tags: they can forge lines of mails, exports and logs, or make two names
 * look alike.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u;

/** Scripts in which joiners change the shape of letters. */
const shapedScripts = [
  ...[
    'Arabic',
    'Syriac',
    'Mandaic',
    'Nko',
    'Mongolian',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
  ],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Tibetan', 'Myanmar', 'Khmer'],
];
const shapedLetter = `[${shapedScripts.map((script) => `\\p{Script=${script}}`).join('')}]`;

/** Invisible characters that change the shape of the one before: joiners within words, and variation selectors. */
const shaping = new RegExp(
  [
    `(?<=${shapedLetter})[\\u200C\\u200D](?=${shapedLetter})`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]|(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    '(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
  ].join('|'),
  'gu',
);

/** True if the text has control characters, or invisible ones other than those that its script or an emoji needs. */
export const hasInvisible = (text: string): boolean =>
  invisible.test(text) && invisible.test(text.replace(shaping, ''));

/** A line of text, trimmed, 1 to `max` characters. */
export const Line = (max = 255) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(
      (text) => !hasInvisible(text),
      'Must be one line of text, without control, invisible or direction characters',
    );

/** An http or https URL, stored unchanged. Parsers of URLs ignore line breaks and tabs. */
export const WebUrl = (max: number) =>
  z
    .url({ protocol: /^https?$/, error: 'Must be an http or https URL' })
    .max(max)
    .refine((text) => !hasInvisible(text), 'Must not contain control or invisible characters');

/** Control characters other than tab, line feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: rejects them.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;

/** A character in a JavaScript string has at most three bytes in UTF-8: a surrogate pair, two characters, has four. */
const maxBytesPerCharacter = 3;
/** Bounds the size of a row, and so of lists, events and audit entries that contain it. */
export const maxProseBytes = 64 * 1024;

/** Text of several lines, up to `max` characters and 64 KiB in UTF-8, stored unchanged. */
export const Prose = (max = 20_000) => {
  const limits = `Must have at most ${max} characters, and at most ${maxProseBytes} bytes in UTF-8`;
  const canBeTooLarge = max * maxBytesPerCharacter > maxProseBytes;
  const text = z
    .string()
    .max(max, canBeTooLarge ? limits : undefined)
    .refine(
      (one) => !controls.test(one),
      'Must not contain control characters other than tabs and line breaks',
    );
  if (!canBeTooLarge) return text;
  return text
    .refine((one) => one.length > max || Buffer.byteLength(one) <= maxProseBytes, limits)
    .meta({ description: `At most ${maxProseBytes} bytes in UTF-8` });
};
