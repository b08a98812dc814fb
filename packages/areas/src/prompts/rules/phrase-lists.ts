import { type Phrase, PhraseBook } from './phrases.ts';

/** A list of phrases as the word files have them: between bars or on lines of their own. */
export const listed = (list: string): string[] =>
  list
    .split(/[|\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '');

export function bookOf<T>(lists: Iterable<readonly [meaning: T, list: string]>): PhraseBook<T> {
  const phrases = new Map<string, Phrase<T>>();
  for (const [meaning, list] of lists) {
    for (const text of listed(list)) if (!phrases.has(text)) phrases.set(text, { text, meaning });
  }
  return new PhraseBook(phrases.values());
}
