import type { Row } from '../../api/call-path.ts';
import type { Catalogue, ConditionSchema, JsonSchema } from '../../api/resources.ts';

/**
 * The kind of an input. `reference` and `references`: ids of records; `lines`: an array of texts, one per line;
 * `choices`: an array of values from a fixed set; `group`: an object; `rows`: an array of objects; `entries`: an object
 * with names that the user chooses; `condition`: a predicate on records; `json`: any other structured value.
 */
type InputKind =
  | 'text'
  | 'textarea'
  | 'number'
  | 'checkbox'
  | 'select'
  | 'date'
  | 'datetime'
  | 'email'
  | 'url'
  | 'reference'
  | 'references'
  | 'lines'
  | 'choices'
  | 'group'
  | 'rows'
  | 'entries'
  | 'condition'
  | 'json';

/** A field of a form, from the JSON Schema of the request. */
export interface FormField {
  name: string;
  kind: InputKind;
  isRequired: boolean;
  isNullable: boolean;
  description: string | undefined;
  options: readonly string[];
  maxLength: number | undefined;
  /** The value if the request does not contain the field; undefined if it is not known. */
  initial: unknown;
  /** The names of the objects of `rows`, if they have fixed places. */
  items: 'weekdays' | undefined;
  /** The resource that the field refers to by id. */
  ref: string | undefined;
  /** The enum of the organization whose values the field can have. */
  vocabulary: string | undefined;
  /** Names of the variables that the text can contain. */
  variables: readonly string[] | undefined;
  /** The fields and variables that a `condition` can compare. */
  condition: ConditionSchema | undefined;
  /** The metadata that lists the possible values of `lines`. */
  catalogue: Catalogue | undefined;
  /** The fields of a `group`, or of each object of `rows`. */
  fields: readonly FormField[];
  /** The number of objects of `rows`. */
  size: { min: number; max: number };
}

/** The texts that the user has typed, by field. */
export type Draft = Readonly<Record<string, string>>;

const kinds: Readonly<Record<string, InputKind>> = {
  textarea: 'textarea',
  number: 'number',
  checkbox: 'checkbox',
  select: 'select',
  date: 'date',
  'date-time': 'datetime',
  email: 'email',
  url: 'url',
};

/** The fields of a form, in the order of the schema. */
export function formFieldsOf({ properties = {}, required = [] }: JsonSchema): FormField[] {
  return Object.entries(properties)
    .map(([name, given]) => ({ name, given, ...withoutNull(given) }))
    .sort((a, b) => (a.given['x-ui']?.order ?? 0) - (b.given['x-ui']?.order ?? 0))
    .map(({ name, given, schema, isNullable }) => ({
      name,
      kind: kindOf(given['x-ui']?.widget, schema),
      isRequired: required.includes(name),
      isNullable,
      description: given.description ?? schema.description,
      options: (schema.enum ?? schema.items?.enum ?? []).filter((value) => value !== null).map(String),
      maxLength: schema.maxLength,
      initial: given.default,
      items: given['x-items'] ?? schema['x-items'],
      ref: given['x-ref'] ?? schema['x-ref'],
      vocabulary: given['x-enum'] ?? schema['x-enum'] ?? schema.items?.['x-enum'],
      variables: given['x-variables'] ?? schema['x-variables'],
      condition: given['x-condition'] ?? schema['x-condition'],
      catalogue: given['x-catalogue'] ?? schema['x-catalogue'],
      fields: formFieldsOf([schema, schema.items].find(isClosed) ?? {}),
      size: { min: schema.minItems ?? 0, max: schema.maxItems ?? Number.POSITIVE_INFINITY },
    }));
}

function withoutNull(given: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const isNull = ({ type }: JsonSchema) => type === 'null';
  const choices = given.anyOf?.filter((one) => !isNull(one)) ?? [];
  if (!given.anyOf?.some(isNull)) {
    const [type, ...others] = [given.type].flat().filter((one) => one !== 'null');
    const isNullable = [given.type].flat().includes('null');
    return { schema: isNullable && type && others.length === 0 ? { ...given, type } : given, isNullable };
  }
  return { schema: choices.length === 1 ? { ...choices[0] } : { anyOf: choices }, isNullable: true };
}

/** True for an object of which all properties are known. */
const isClosed = (schema: JsonSchema | undefined): boolean =>
  schema?.properties !== undefined && schema.additionalProperties === false;

function kindOf(widget: string | undefined, schema: JsonSchema): InputKind {
  if (widget === 'reference') {
    if (schema.type === 'integer') return 'reference';
    if (schema.type === 'array' && schema.items?.type === 'integer') return 'references';
    return schema.type === 'string' ? 'text' : 'json';
  }
  if (schema['x-enum'] && schema.type === 'string') return 'select';
  if (widget === 'select' && !schema.enum) return 'text';
  return kinds[widget ?? ''] ?? kindOfType(schema);
}

/** Schemas of settings have no hints. */
function kindOfType(schema: JsonSchema): InputKind {
  const { type, enum: values, items, properties, additionalProperties: others } = schema;
  if (schema['x-condition']) return 'condition';
  if (values) return 'select';
  if (isClosed(schema)) return 'group';
  if (isClosed(items)) return 'rows';
  if (type === 'object' && !properties && typeof others === 'object' && others.type === 'string')
    return 'entries';
  if (type === 'boolean') return 'checkbox';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array' && (items?.enum || items?.['x-enum'])) return 'choices';
  if (type === 'array' && items?.type === 'string') return 'lines';
  return type === 'string' ? 'text' : 'json';
}

/** The known defaults of a new record. */
export const initialRow = (fields: readonly FormField[]): Row =>
  Object.fromEntries(
    fields.filter(({ initial }) => initial !== undefined).map(({ name, initial }) => [name, initial]),
  );

/** True for a text that the service would reject. Spaces around it may be removed. */
export const isTooLong = ({ maxLength }: Pick<FormField, 'maxLength'>, text: string): boolean =>
  maxLength !== undefined && text.trim().length > maxLength;

/** The text with which an input shows a value. */
export function textOf({ kind }: FormField, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'datetime') return localTime(new Date(String(value)));
  if ((kind === 'lines' || kind === 'choices') && Array.isArray(value)) return value.join('\n');
  if (kind === 'references' && Array.isArray(value)) return value.join(',');
  return structured.has(kind) ? JSON.stringify(value, null, 2) : String(value);
}

/** The inputs whose text is JSON. */
const structured: ReadonlySet<InputKind> = new Set(['group', 'rows', 'entries', 'condition', 'json']);

/** As an input of the type `datetime-local` requires it: in the time zone of the browser, to the minute. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * The value that an input stands for; undefined if it is empty and the field cannot be null.
 *
 * @throws SyntaxError for text that must be JSON or a number and is not; RangeError for an impossible time
 */
export function parseText({ kind, isNullable }: FormField, text: string): unknown {
  if (kind === 'checkbox') return text === 'true';
  if (kind === 'lines' || kind === 'choices') return text.split('\n').filter((line) => line.trim() !== '');
  if (kind === 'references') return text.split(',').filter(Boolean).map(numberOf);
  if (text === '') return isNullable ? null : kind === 'text' || kind === 'textarea' ? '' : undefined;
  if (kind === 'number' || kind === 'reference') return numberOf(text);
  if (kind === 'datetime') return new Date(text).toISOString();
  return structured.has(kind) ? JSON.parse(text) : text;
}

/** JSON has no NaN: it would be sent as null. */
function numberOf(text: string): number {
  const value = Number(text);
  if (Number.isNaN(value)) throw new SyntaxError(`${text} is not a number`);
  return value;
}

export interface Change {
  body: Readonly<Record<string, unknown>>;
  /** Names of fields whose text is not a value, or too long. */
  malformed: readonly string[];
}

/**
 * The changed fields, as the API expects them.
 *
 * @param row the record that is changed, or the initial values of a new one
 */
export function changeOf(fields: readonly FormField[], draft: Draft, row: Row): Change {
  const changed = fields.filter(
    (field) => field.name in draft && draft[field.name] !== textOf(field, row[field.name]),
  );
  const malformed: string[] = [];
  const body = changed.map((field) => {
    const text = draft[field.name] ?? '';
    if (isTooLong(field, text)) malformed.push(field.name);
    try {
      return [field.name, parseText(field, text)];
    } catch {
      malformed.push(field.name);
      return [field.name, undefined];
    }
  });
  return { body: Object.fromEntries(body), malformed };
}
