import type { Field } from '../platform.contract.ts';
import { findReference } from './field-references.ts';
import { type JsonSchema, stripNull, toFieldType } from './json-schema.ts';

/** The schemas of requests for the records of a list, or for a single record. */
export type RequestSchemas = Readonly<Partial<Record<'create' | 'update' | 'filter', JsonSchema>>>;

/** For finding references by their names. */
export interface Names {
  /** The resource that `parent_id` refers to. */
  code: string;
  codes: ReadonlySet<string>;
}

/** Lists the fields of a row, then those that occur only in requests. */
export function listFields(
  row: JsonSchema | undefined,
  { create, update, filter }: RequestSchemas,
  { code, codes }: Names,
): Field[] {
  const shown = row?.properties ?? {};
  const sent = { ...update?.properties, ...create?.properties };
  return [...new Set([...Object.keys(shown), ...Object.keys(sent)])].map((name) => {
    const { schema, nullable } = stripNull(shown[name] ?? sent[name] ?? {});
    const ref = schema['x-ref'] ?? findReference(name, code, codes);
    const values = schema.enum?.filter((value) => typeof value === 'string');
    return {
      name,
      type: toFieldType(schema),
      nullable,
      required: create?.required?.includes(name) ?? false,
      readable: name in shown,
      writable: name in sent,
      filterable: name in (filter?.properties ?? {}),
      sensitive: schema['x-sensitive'] === true || /password|secret/.test(name),
      ...(schema.description === undefined ? {} : { description: schema.description }),
      ...(values ? { enum: values } : {}),
      ...(schema['x-enum'] ? { vocabulary: schema['x-enum'] } : {}),
      ...(ref ? { ref } : {}),
      ...(schema['x-items'] ? { items: schema['x-items'] } : {}),
    };
  });
}

const widgets: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'checkbox',
  timestamp: 'date-time',
  date: 'date',
  enum: 'select',
  array: 'list',
  object: 'group',
  email: 'email',
  url: 'url',
};

const sections: Readonly<Record<string, string>> = {
  reference: 'relations',
  'date-time': 'dates',
  date: 'dates',
  textarea: 'texts',
};

/**
 * Adds what a form needs to know of each property, also of nested objects: its input, place, section and the resource
 * that it refers to.
 */
export function addFormHints(schema: JsonSchema, fields: readonly Field[], names: Names): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property], order) => {
    const field = fields.find((one) => one.name === name);
    const type = field?.type ?? toFieldType(stripNull(property).schema);
    const widget = field?.ref ? 'reference' : (widgets[type] ?? textWidget(property));
    const hints = {
      'x-ui': { widget, order, section: sections[widget] ?? 'general' },
      ...(field?.ref ? { 'x-ref': field.ref } : {}),
      ...(field?.sensitive ? { 'x-sensitive': true } : {}),
      ...(type === 'number' || (type === 'integer' && !field?.ref) ? { 'x-aggregatable': true } : {}),
    };
    return [name, { ...addNestedHints(property, names), ...hints }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function addNestedHints(schema: JsonSchema, names: Names): JsonSchema {
  const { properties, items, anyOf } = schema;
  if (properties) return addFormHints(schema, listFields(undefined, { create: schema }, names), names);
  return {
    ...schema,
    ...(items && { items: addNestedHints(items, names) }),
    ...(anyOf && { anyOf: anyOf.map((one) => addNestedHints(one, names)) }),
  };
}

const textWidget = ({ maxLength }: JsonSchema) => (Number(maxLength ?? 0) > 500 ? 'textarea' : 'text');
