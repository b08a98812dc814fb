import type { z } from 'zod';
import { refName, type Schema } from './document-types.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** What fields of these names read like, where their schema takes it. */
const examplesByName: Readonly<Record<string, unknown>> = {
  title: 'Prepare the board meeting',
  name: 'Platform',
  label: 'Platform',
  first_name: 'Ada',
  last_name: 'Lovelace',
  display_name: 'Ada Lovelace',
  description: 'What it is about',
  body: 'The numbers are in.',
  org_name: 'Example Ltd',
  org_slug: 'example',
  url: 'https://example.com/hooks',
  password: 'a perfectly fine password',
  new_password: 'another perfectly fine password',
  city: 'Vienna',
  country_code: 'AT',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  locale: 'en',
  permission: 'task:read',
  event_type: 'task.post_create',
  aggregate_type: 'task',
  record_type: 'task',
  action: 'post_create',
  hook: 'task.pre_create',
  mime: 'text/csv',
  ip: '198.51.100.7',
  job_title: 'Engineer',
  color: '#1f6feb',
  phone: '+43 1 5872130',
  preferred_name: 'Ada',
  employee_number: 'E-1001',
  slug: 'platform',
  code: 'example',
  note: 'Agreed with everybody',
  is_service: false,
  // Refused once they are over.
  expires_at: '2031-03-14T09:26:53.589Z',
  hire_date: '2031-03-14',
  // What is rather not there.
  deleted_at: null,
  disabled_reason: null,
  previous_secret_until: null,
  failing_since: null,
  end_date: null,
  terminated_at: null,
  assigned_team_id: null,
  assigned_to: null,
  parent_task_id: null,
  parent_id: null,
  error: null,
};

/** Text for patterns: the first of these that fits. */
const exampleTexts = [
  'example',
  'task',
  'task:read',
  'task.post_create',
  'example.com',
  'text/csv',
  '#1f6feb',
  '123456',
  '+43 1 5872130',
  'EX-1',
  'en',
  '1.0',
];

const examplesByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-03-14T09:26:53.589Z',
  date: '2026-03-14',
  email: 'ada@example.com',
  uri: 'https://example.com/about',
};

/**
 * A value that a schema describes, the same every time.
 *
 * @throws Error where none is known: give the schema one with `meta({ example })`
 */
export function createExample(
  schema: Schema,
  schemas: Schemas,
  name = '',
  within: readonly string[] = [],
): unknown {
  const target = refName(schema);
  if (target !== undefined) return createExample(schemas[target] ?? {}, schemas, name, [...within, target]);
  const known = examplesByName[name];
  if (known === null && schema.nullable) return null;
  // Every moment has the same example.
  const isTold = schema.format === 'date-time' && typeof known === 'string';
  if (schema.example !== undefined && !isTold) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((one) => createExample(one, schemas, name, within)));
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return createExample(choice, schemas, name, within);
  switch (schema.type) {
    case 'string':
      return textExample(schema, name);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1));
    case 'boolean':
      return typeof known === 'boolean' ? known : (schema.default ?? true);
    case 'array':
      return arrayExample(schema, schemas, name, within);
    case 'object':
      return objectExample(schema, schemas, within);
    default:
      return {};
  }
}

function textExample(schema: Schema, name: string): string {
  const { format = '', pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: unknown): text is string =>
    typeof text === 'string' &&
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const own = examplesByName[name];
  if (fits(own)) return own;
  if (examplesByFormat[format]) return examplesByFormat[format];
  const found = [...exampleTexts, 'x'.repeat(minLength)].find(fits);
  if (found === undefined) throw new Error(`No example is known for ${name}: ${JSON.stringify(schema)}`);
  return found;
}

/** One item, or none of what holds itself. */
function arrayExample(
  { items = {}, minItems = 0 }: Schema,
  schemas: Schemas,
  name: string,
  within: readonly string[],
) {
  const target = refName(items);
  if (target !== undefined && within.includes(target)) return [];
  const one = createExample(items, schemas, name.replace(/s$/, ''), within);
  return Array.from({ length: Math.max(1, minItems) }, () => one);
}

function objectExample({ properties = {} }: Schema, schemas: Schemas, within: readonly string[]) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, createExample(one, schemas, name, within)]),
  );
}

const isReference = (name: string): boolean => /_ids?$/.test(name);

/**
 * An example of a body: as many of its fields as the service takes together, so that rules that a schema has no
 * words for hold too.
 *
 * @throws Error where the service would refuse it
 */
export function createBodyExample(body: z.ZodType, schema: Schema, schemas: Schemas): unknown {
  const { properties = {}, required = [] } = schema;
  const all = createExample(schema, schemas) as Record<string, unknown>;
  const others = Object.keys(properties).filter((name) => !required.includes(name));
  let taken = Object.fromEntries(required.map((name) => [name, all[name]]));
  const take = (names: readonly string[]) => {
    for (const name of names) {
      const more = { ...taken, [name]: all[name] };
      if (body.safeParse(more).success) taken = more;
    }
  };
  take(others.filter((name) => !isReference(name) || all[name] === null));
  // Who tries the example has other records than it names.
  if (Object.keys(taken).length === 0 || !body.safeParse(taken).success) take(others.filter(isReference));
  const { error } = body.safeParse(taken);
  if (error) throw new Error(`An example would be refused: ${JSON.stringify(taken)} ${error.message}`);
  return taken;
}
