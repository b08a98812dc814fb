/** The rest of a text is ignored: a task states its subject at the beginning. */
export const maxReadLength = 2000;
/**
 * The rest of a description has no effect: even if the beginning consists of quotations, of which 3 of 22 characters
 * remain, it is longer than `maxReadLength`.
 */
export const maxDescription = 16_000;

/** Endings of the four languages. */
const endings = ['ings', 'ing', 'ly', 'ed', 'es', 'en', 's', 'e'];
const minStemLength = 4;

/** A word without its inflectional ending. */
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
