import { useState } from 'react';
import type { Errors } from './field-errors.ts';

/** The number of objects and lists in JSON; 0 for other text. */
function countParts(text: string): number {
  try {
    return countIn(JSON.parse(text));
  } catch {
    return 0;
  }
}

const countIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, one) => sum + countIn(one), 0)
    : 0;

/**
 * The errors that still concern a text after it was changed. Errors name the parts of a value by their places, so there are
 * none if parts were added or removed.
 *
 * @param before the text when it was sent
 */
export const currentErrors = (errors: Errors, before: string, now: string): Errors =>
  before === now || countParts(before) === countParts(now) ? errors : {};

/** Returns the texts of the fields when an error appeared. */
export function useSentTexts(error: unknown, read: () => Readonly<Record<string, string>>) {
  const [sent, setSent] = useState({ error, texts: read() });
  if (sent.error === error) return sent.texts;
  const texts = read();
  setSent({ error, texts });
  return texts;
}
