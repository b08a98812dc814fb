const abbreviations = new Set('api csv fte http id ip json pto sse url'.split(' '));

/** The texts of words in names that differ from them. Words with an empty text are left out. */
const words: Readonly<Record<string, string>> = {
  cidrs: 'address ranges',
  ids: 'IDs',
  md: '',
  mfa: 'second factor',
  mime: 'media type',
  org: 'organization',
};

/**
 * The name of a field, a value or an action as users read it: `due_on` is “Due on”, `is_default` “Default”, `reason_code`
 * “Reason”, `reset-mfa` “Reset second factor”.
 */
export function labelOf(name: string): string {
  const parts = name
    .replace(/^is_|_(?:id|enc|code)$/g, '')
    .replace(/_ids$/, 's')
    .split(/[_-]/);
  const shown = parts.map(textOf).filter(Boolean);
  const text = shown.length > 0 ? shown.join(' ') : name;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function textOf(word: string): string {
  if (abbreviations.has(word)) return word.toUpperCase();
  return (Object.hasOwn(words, word) ? words[word] : undefined) ?? word;
}
