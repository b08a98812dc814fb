/** Most characters of a text that are looked at: what a task is about is said at its beginning. */
const mostRead = 2000;

/** Endings that words of the four languages take; what is left of a word has at least four letters. */
const endings = ['ings', 'ing', 'ly', 'ed', 'es', 'en', 's', 'e'];
const shortestStem = 4;

/** A word without the endings that its place in the sentence gave it. */
export function stemOf(word: string): string {
  if (word.endsWith('ss') || word.endsWith('eed')) return word;
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem);
  return ending ? stemOf(word.slice(0, -ending.length)) : word;
}

function plain(text: string): string {
  return text
    .slice(0, mostRead)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/(?<![\p{L}\p{N}])(l|d|j|n|s|c|m|t|qu)['’](?=\p{L})/gu, '$1 ')
    .replace(/['’]/g, '');
}

/** The words of a text in the order they stand, by clause: a negation does not reach into the next one. */
export const clausesOf = (text: string): string[][] =>
  wordsByClause(text).map((clause) => clause.map(stemOf));

/** The same as they were written, but for capitals and accents. */
export function wordsByClause(text: string): string[][] {
  return plain(text)
    .split(/[.!?;:,()[\]\n\r"“”„«»|]+|\s[-–—]+\s/u)
    .map((clause) => clause.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((clause) => clause.length > 0);
}

export const stemsOf = (text: string): string[] => clausesOf(text).flat();
