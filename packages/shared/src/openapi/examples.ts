import type { z } from 'zod';
import { refName, type Schema } from './document-types.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** Examples by field name, used if they match the schema. */
const examplesByName: Readonly<Record<string, unknown>> = {
  title: 'Prepare the board meeting',
  name: 'Platform',
  label: 'Platform',
  first_name: 'Ada',
  last_name: 'Lovelace',
  display_name: 'Ada Lovelace',
  description: 'Slides and figures for Thursday',
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
  note: 'Agreed with the team',
  is_service: false,
  // Must be in the future.
  expires_at: '2031-03-14T09:26:53.589Z',
  hire_date: '2031-03-14',
  // Usually null.
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

/** Examples for patterns: the first match is used. */
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
 * Returns a value that matches a schema; always the same one.
 *
 * @throws Error if no known example matches: set one with `meta({ example })`
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
  // All timestamps have the same example.
  const hasExampleByName = schema.format === 'date-time' && typeof known === 'string';
  if (schema.example !== undefined && !hasExampleByName) return schema.example;
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
  if (found === undefined) throw new Error(`No example matches ${name}: ${JSON.stringify(schema)}`);
  return found;
}

/** An array of one item; empty for a recursive schema. */
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
 * Returns the example of a body with as many fields as the schema accepts together, so that rules across fields also
 * hold. Optional references are included only if the body is not valid without them.
 *
 * @throws Error if the example is not valid
 */
export function createBodyExample(body: z.ZodType, schema: Schema, schemas: Schemas): unknown {
  const { properties = {}, required = [] } = schema;
  const all = createExample(schema, schemas) as Record<string, unknown>;
  const others = Object.keys(properties).filter((name) => !required.includes(name));
  let accepted = Object.fromEntries(required.map((name) => [name, all[name]]));
  const tryFields = (names: readonly string[]) => {
    for (const name of names) {
      const more = { ...accepted, [name]: all[name] };
      if (body.safeParse(more).success) accepted = more;
    }
  };
  tryFields(others.filter((name) => !isReference(name) || all[name] === null));
  // The ids do not exist for a reader who sends the example.
  if (Object.keys(accepted).length === 0 || !body.safeParse(accepted).success)
    tryFields(others.filter(isReference));
  const { error } = body.safeParse(accepted);
  if (error) throw new Error(`The example is not valid: ${JSON.stringify(accepted)} ${error.message}`);
  return accepted;
}
