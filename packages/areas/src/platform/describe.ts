import { type Access, type Area, catalogueOf, type Endpoint, type Resource, successOf } from '@wfp/shared';
import { describeEventType } from './event-types.ts';
import { findReference } from './field-references.ts';
import { type JsonSchema, stripNull, toFieldType, toJsonSchema } from './json-schema.ts';
import type { EventTypeMetadata, Field } from './platform.contract.ts';

/** The declaration of a resource, independent of the caller's rights. */
export interface ResourceDescription {
  code: string;
  label: string;
  /** The path of its list, or of its single row. */
  path: string | null;
  fields: readonly Field[];
  scopes: readonly string[];
  events: readonly string[];
  hooks: readonly string[];
  schemas: Readonly<Partial<Record<'create' | 'update' | 'filter', JsonSchema>>>;
}

/**
 * An event type, with the resource whose readers see the events; `resource` is null if only readers of the audit log
 * do.
 */
export interface EventTypeDescription {
  type: string;
  resource: string | null;
}

export interface PlatformDescription {
  resources: readonly ResourceDescription[];
  events: readonly EventTypeDescription[];
  catalogue: readonly EventTypeMetadata[];
}

export function describeAreas(areas: readonly Area[]): PlatformDescription {
  const endpoints = areas.flatMap((area) => area.endpoints ?? []);
  const declared = areas.flatMap((area) => area.resources ?? []);
  const codes = new Set(declared.map((one) => one.code));
  const events = catalogueOf(areas).map(({ type, aggregate }) => ({
    type,
    resource: codes.has(aggregate) ? aggregate : null,
  }));
  const resources = declared
    .map((one) => describeResource(one, endpoints, codes, events))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  const labels = new Map(declared.map((one) => [one.code, one.label]));
  const catalogue = catalogueOf(areas).map((one) => describeEventType(one, labels));
  return { resources, events, catalogue };
}

const parseResource = (can: Access): string | null =>
  can.includes(':') ? (can.split(':')[0] ?? null) : null;

function describeResource(
  { code, label, scopes }: Resource,
  endpoints: readonly Endpoint[],
  codes: ReadonlySet<string>,
  events: readonly EventTypeDescription[],
): ResourceDescription {
  const own = endpoints.filter((one) => parseResource(one.can) === code);
  const main = findMainEndpoint(own);
  const create = own.find((one) => one.method === 'post' && one.path === main?.path && one.body);
  const update = own.find((one) => one.method === 'patch' && isRowPath(one.path, main) && one.body);
  const schemas = {
    ...(create?.body && { create: toJsonSchema(create.body, 'input') }),
    ...(update?.body && { update: toJsonSchema(update.body, 'input') }),
    ...(main?.query && { filter: toJsonSchema(main.query, 'input') }),
  };
  const secrets = new Set(own.flatMap((one) => one.secretFields ?? []));
  const fields = listFields(main ? rowSchema(main) : undefined, schemas).map((field) => ({
    ...field,
    sensitive: field.sensitive || secrets.has(field.name),
    ...withReference(field, findReference(field.name, code, codes)),
  }));
  return {
    code,
    label,
    path: main?.path ?? null,
    fields,
    scopes: [...new Set([...scopes, 'org'])],
    events: events.filter((one) => one.resource === code).map((one) => one.type),
    hooks: listHooks(code, endpoints),
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([purpose, schema]) => [purpose, addFormHints(schema, fields)]),
    ),
  };
}

function listHooks(code: string, endpoints: readonly Endpoint[]): string[] {
  const hooks = endpoints.flatMap(({ review }) => review?.hook ?? []);
  return [...new Set(hooks.filter((hook) => hook.startsWith(`${code}.`)))].sort();
}

const withReference = (field: Field, ref: string | undefined) => (field.ref || !ref ? {} : { ref });

/**
 * Finds the endpoint that lists a resource or, if there is none, the endpoint that returns its single row. Prefers the
 * shortest path, then one that also has a POST.
 */
function findMainEndpoint(own: readonly Endpoint[]): Endpoint | undefined {
  const reads = own.filter((one) => one.method === 'get' && one.kind === 'plain' && rowSchema(one));
  const lists = reads.filter(isList);
  const depth = (one: Endpoint) => one.path.split('/').length;
  const isCreatable = (one: Endpoint) =>
    own.some((other) => other.method === 'post' && other.path === one.path);
  const [best] = (lists.length > 0 ? lists : reads).toSorted(
    (a, b) => depth(a) - depth(b) || Number(isCreatable(b)) - Number(isCreatable(a)),
  );
  return best;
}

/** True for the path of one row of the list, or of the single row. */
function isRowPath(path: string, main: Endpoint | undefined): boolean {
  if (!main) return false;
  return isList(main) ? /^\/:\w+$/.test(path.replace(main.path, '')) : path === main.path;
}

function responseSchema(one: Endpoint): JsonSchema | undefined {
  const { shape } = successOf(one);
  return shape ? toJsonSchema(shape, 'output') : undefined;
}

function isList(one: Endpoint): boolean {
  const { data, total } = responseSchema(one)?.properties ?? {};
  return data?.type === 'array' && total !== undefined;
}

function rowSchema(one: Endpoint): JsonSchema | undefined {
  const response = responseSchema(one);
  const row = isList(one) ? response?.properties?.data?.items : response;
  return row?.properties ? row : undefined;
}

/** Lists the fields of a row, then those that occur only in requests. */
function listFields(
  row: JsonSchema | undefined,
  { create, update, filter }: ResourceDescription['schemas'],
): Field[] {
  const shown = row?.properties ?? {};
  const sent = { ...update?.properties, ...create?.properties };
  return [...new Set([...Object.keys(shown), ...Object.keys(sent)])].map((name) => {
    const { schema, nullable } = stripNull(shown[name] ?? sent[name] ?? {});
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
      ...(schema['x-ref'] ? { ref: schema['x-ref'] } : {}),
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

function addFormHints(schema: JsonSchema, fields: readonly Field[]): JsonSchema {
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
    return [name, { ...property, ...hints }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

const textWidget = ({ maxLength }: JsonSchema) => (Number(maxLength ?? 0) > 500 ? 'textarea' : 'text');
