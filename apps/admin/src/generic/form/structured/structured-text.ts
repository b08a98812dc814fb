import { type FormField, parseText } from '../form-fields.ts';

/** The object that a text stands for; undefined if it is not one. */
export function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The texts of the values of an array; undefined if the text is not one. */
export function itemsOf(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text || '[]');
    return Array.isArray(value) ? value.map((one) => JSON.stringify(one, null, 2)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The text of an object with one of its fields changed. A field that is emptied is left out if it may be. Text that is not
 * valid JSON is kept, so the result is not valid either.
 */
export function withField(
  value: Readonly<Record<string, unknown>>,
  drafts: Readonly<Record<string, string>>,
  fields: readonly FormField[],
): string {
  const kept = Object.keys(value).filter((name) => !(name in drafts));
  const order = fields.map(({ name }) => name);
  const entries = [...kept, ...Object.keys(drafts)]
    .toSorted((a, b) => positionOf(a, value, order) - positionOf(b, value, order))
    .map(
      (name) => [name, name in drafts ? rawOf(name, drafts, fields) : JSON.stringify(value[name])] as const,
    )
    .filter(([, raw]) => raw !== undefined);
  return formatted(`{${entries.map(([name, raw]) => `${JSON.stringify(name)}:${raw}`).join(',')}}`);
}

/** Fields keep their order, so that a change that is taken back leaves the same text. */
function positionOf(name: string, value: object, order: readonly string[]): number {
  const index = Object.keys(value).indexOf(name);
  return index >= 0 ? index : Object.keys(value).length + order.indexOf(name);
}

function rawOf(
  name: string,
  drafts: Readonly<Record<string, string>>,
  fields: readonly FormField[],
): string | undefined {
  const field = fields.find((one) => one.name === name);
  const text = drafts[name] ?? '';
  if (!field || (text === '' && !field.isRequired && !field.isNullable)) return undefined;
  try {
    return JSON.stringify(parseText(field, text));
  } catch {
    return text;
  }
}

/**
 * The text of an object with names that the user chooses; entries without a name and a value are left out. A value
 * without a name of its own has no place in it, so the result is not valid then.
 */
export function entriesText(entries: readonly { name: string; value: string }[]): string {
  const given = entries.filter(({ name, value }) => name !== '' || value !== '');
  const isNamed = (name: string, index: number) =>
    name !== '' && given.findIndex((one) => one.name === name) === index;
  const parts = given.map(({ name, value }, index) =>
    isNamed(name, index) ? `${JSON.stringify(name)}:${JSON.stringify(value)}` : JSON.stringify(value),
  );
  return formatted(`{${parts.join(',')}}`);
}

/** The text of an array of values, each with its text. */
export const arrayText = (items: readonly string[]): string => formatted(`[${items.join(',')}]`);

function formatted(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
