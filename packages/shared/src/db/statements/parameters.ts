import type { Prisma } from '../generated/client.ts';

/** A value that writes itself as PostgreSQL reads it, as node-postgres supports. */
const writesItself = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'toPostgres' in value;

/**
 * Returns the text and the values of a statement. An object with `toPostgres`, such as the ids of all people whom a caller sees,
 * is sent once if it occurs in several places.
 */
export function parametersOf(statement: Prisma.Sql): { text: string; values: unknown[] } {
  const { strings, values } = statement;
  if (!values.some(writesItself)) return { text: statement.text, values };
  const numbers = new Map<unknown, number>();
  const sent: unknown[] = [];
  const numberOf = (value: unknown) => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    sent.push(value);
    if (writesItself(value)) numbers.set(value, sent.length);
    return sent.length;
  };
  const parts = values.map((value, index) => `${strings[index]}$${numberOf(value)}`);
  return { text: parts.join('') + strings.at(-1), values: sent };
}
