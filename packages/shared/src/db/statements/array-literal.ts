/**
 * An array as PostgreSQL reads it. node-postgres would write it too, searching each value for what has to be escaped;
 * batches of a few hundred rows are mostly numbers and short words.
 *
 * @returns null for an array with something in it that only node-postgres knows how to write
 */
export function arrayLiteral(values: readonly unknown[]): string | null {
  let literal = '';
  for (const value of values) {
    if (literal !== '') literal += ',';
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
      literal += value;
    else if (typeof value === 'string') literal += quoted(value);
    else if (value === null || value === undefined) literal += 'NULL';
    else return null;
  }
  return `{${literal}}`;
}

function quoted(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
