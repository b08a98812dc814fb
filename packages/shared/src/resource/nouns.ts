export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
