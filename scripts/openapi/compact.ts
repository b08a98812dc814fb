/** The widest line on which a whole object or list is written. */
const width = 110;

/** A value as JSON in which whatever fits on a line is on one: references, schemas of a field, lists of names. */
export function compactJson(value: unknown): string {
  // Without the fields that are undefined, which JSON does not have.
  return written(JSON.parse(JSON.stringify(value)), 0, 0);
}

/** @param used how much of the line is taken before the value, by its key and the comma after it */
function written(value: unknown, indent: number, used: number): string {
  const line = onLine(value);
  if (!isContainer(value) || indent + used + line.length <= width) return line;
  const inner = ' '.repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Array.isArray(value)
    ? value.map((one) => written(one, indent + 2, 1))
    : Object.entries(value).map(([name, one]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${key}${written(one, indent + 2, key.length + 1)}`;
      });
  return `${open}\n${entries.map((one) => `${inner}${one}`).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function onLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onLine).join(', ')}]`;
  if (!isContainer(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${onLine(one)}`);
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}';
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
