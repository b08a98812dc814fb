export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Prefixes a noun with its article. Nouns such as "user" and "unit" begin with a consonant sound. */
export const withArticle = (noun: string): string =>
  `${/^(?:[aeio]|u(?!s|ni))/i.test(noun) ? 'an' : 'a'} ${noun}`;
