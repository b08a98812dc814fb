/** Number of characters of a text that are read: a task states its subject at the beginning. */
export const maxReadLength = 2000;
/**
 * Number of characters of a description that can have an effect. Removing quotations leaves at least 3 of 22 characters,
 * so that more than `maxReadLength` remain.
 */
export const maxDescription = 16_000;

/** Endings that are ignored in texts and phrases of all four languages. */
const endings = ['ings', 'ing', 'ly', 'ed', 'es', 'en', 's', 'e'];
const minStemLength = 4;

/** A word without its endings. */
export function stemWord(word: string): string {
  if (word.endsWith('ss') || word.endsWith('eed')) return word;
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= minStemLength);
  return ending ? stemWord(word.slice(0, -ending.length)) : word;
}

function normalizeText(text: string): string {
  return text
    .slice(0, maxReadLength)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/(?<![\p{L}\p{N}])(l|d|j|n|s|c|m|t|qu)['’](?=\p{L})/gu, '$1 ')
    .replace(/['’]/g, '');
}

/** The words of each clause, lower case and without accents. */
export function wordsByClause(text: string): string[][] {
  return normalizeText(text)
    .split(/[.!?;:,()[\]\n\r"“”„«»|]+|\s[-–—]+\s/u)
    .map((clause) => clause.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((clause) => clause.length > 0);
}

/** The stems of each clause. Phrases do not extend across clauses. */
export const stemsByClause = (text: string): string[][] =>
  wordsByClause(text).map((clause) => clause.map(stemWord));

export const stemText = (text: string): string[] => stemsByClause(text).flat();
