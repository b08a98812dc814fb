/**
 * The text of a source file without comments, also without those of SQL. Quoted strings are skipped, so that a URL in
 * one does not begin a comment; a URL in a template does.
 */
export function withoutComments(source: string): string {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
  return source.replace(token, (found) => (found.startsWith('/') ? ' ' : found)).replace(/--[^\n`]*/g, ' ');
}

const name = '"?([a-z_][a-z0-9_]*)"?';
const afterKeyword = new RegExp(
  String.raw`\b(?:insert\s+into|delete\s+from|from|join|update|using)\s+(?:only\s+)?${name}(?![a-z0-9_]|\s*\()`,
  'g',
);
/** The second table of `from a, b`. */
const afterComma = new RegExp(String.raw`\bfrom\s+\w+(?:\s+\w+)?\s*,\s*${name}(?=\s)`, 'g');
/** A fragment that begins with a table and its alias, such as the `from` of a page or the table after a `join`. */
const fragment = /\b(?:sql|raw\()`\s*([a-z_][a-z0-9_]*) [a-z]+\s*(?:`|(?:on|join|left join) )/g;

/** The names that SQL in the source reads from or writes to, one entry per place. */
export function tableReferences(source: string): string[] {
  const text = withoutComments(source);
  return [afterKeyword, afterComma, fragment].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []),
  );
}
