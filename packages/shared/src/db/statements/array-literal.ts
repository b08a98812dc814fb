/**
 * Serializes an array for PostgreSQL. Faster than node-postgres for large batches of numbers and short texts.
 *
 * @returns null if an item needs the serialization of node-postgres
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
