import { z } from 'zod';
import { type Endpoint, successOf } from '../endpoint/endpoint.ts';
import type { ComponentNames } from './component-names.ts';
import { refName, refTo, type Schema } from './document-types.ts';
import { createBodyExample, createExample } from './examples.ts';
import { mapSchema, toOpenApi30 } from './openapi-30.ts';
import { markReadOnly } from './read-only.ts';
import { acceptsIdempotencyKey } from './rejections.ts';
import { addRowRights } from './row-rights.ts';
import { type Direction, wireSchemas } from './wire-schema.ts';

export interface Components {
  schemas: Record<string, Schema>;
  /** Returns a schema of parameters, inlined. */
  parameters(schema: z.ZodType): Schema;
  /** Returns a reference to the schema of a body. */
  body(schema: z.ZodType): Schema;
  /** Returns a reference to the schema of a response. */
  response(schema: z.ZodType): Schema;
}

/** Names of parameter schemas, which are not components. The space prevents a clash with component names. */
const parameterSetName = (index: number) => `parameters ${index}`;

export function createComponents(endpoints: readonly Endpoint[], names: ComponentNames): Components {
  const parameterSchemas = [...new Set(endpoints.flatMap(({ params, query }) => [params, query]))].filter(
    (one) => one !== undefined,
  );
  for (const root of [...names.all.keys(), ...parameterSchemas])
    for (const inner of collectSchemas(root)) names.add(inner);
  const all = new Map(names.all);
  for (const [index, schema] of parameterSchemas.entries()) all.set(schema, parameterSetName(index));
  const requestSchemas = convertSchemas(all, 'input');
  const responseSchemas = convertSchemas(all, 'output');
  const bodies = endpoints.flatMap(({ body }) => (body ? [names.nameOf(body)] : []));
  const responses = endpoints.flatMap((one) => {
    const { shape } = successOf(one);
    return shape ? [names.nameOf(shape)] : [];
  });
  const requestNames = reachableNames(
    [...bodies, ...parameterSchemas.map((_, index) => parameterSetName(index))],
    requestSchemas,
  );
  const responseNames = reachableNames(responses, responseSchemas);
  const renamed = findDiffering(requestNames, responseNames, requestSchemas, responseSchemas);
  const withRequestNames = (schema: Schema): Schema => renameRefs(schema, renamed);
  const schemas: Record<string, Schema> = {};
  for (const name of responseNames) schemas[name] = responseSchemas[name] ?? {};
  for (const name of requestNames) {
    if (name.startsWith('parameters ')) continue;
    if (!responseNames.has(name) || renamed.has(name))
      schemas[renamed.get(name) ?? name] = withRequestNames(requestSchemas[name] ?? {});
  }
  markReadOnly(schemas);
  allowReplays(schemas, endpoints, names);
  addExamples(
    schemas,
    responseNames,
    bodiesByName(endpoints, (body) => renamed.get(names.nameOf(body)) ?? names.nameOf(body)),
  );
  addRowRights(schemas, endpoints, names);
  return {
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    parameters: (schema) =>
      withRequestNames(requestSchemas[parameterSetName(parameterSchemas.indexOf(schema))] ?? {}),
    body: (schema) => refTo(renamed.get(names.nameOf(schema)) ?? names.nameOf(schema)),
    response: (schema) => refTo(names.nameOf(schema)),
  };
}

const bodiesByName = (endpoints: readonly Endpoint[], nameOf: (body: z.ZodType) => string) =>
  new Map(endpoints.flatMap(({ body }) => (body ? [[nameOf(body), body] as const] : [])));

/** Makes secret fields optional: a response replayed for its `Idempotency-Key` omits them. */
function allowReplays(
  schemas: Record<string, Schema>,
  endpoints: readonly Endpoint[],
  names: ComponentNames,
): void {
  for (const one of endpoints.filter(acceptsIdempotencyKey)) {
    const { shape } = successOf(one);
    const { [shape ? names.nameOf(shape) : '']: schema } = schemas;
    const required = schema?.required?.filter((name) => !one.secretFields?.includes(name)) ?? [];
    if (!schema || required.length === schema.required?.length) continue;
    if (required.length > 0) schema.required = required;
    else delete schema.required;
  }
}

/** Adds examples to bodies and to responses other than lists. */
function addExamples(
  schemas: Record<string, Schema>,
  responseNames: ReadonlySet<string>,
  bodies: ReadonlyMap<string, z.ZodType>,
): void {
  for (const [name, body] of bodies) {
    const schema = schemas[name] ?? {};
    schemas[name] = { ...schema, example: createBodyExample(body, schema, schemas) };
  }
  for (const name of responseNames) {
    const schema = schemas[name] ?? {};
    const isList = schema.properties?.data && schema.properties.total;
    if (schema.type === 'object' && !isList) schema.example ??= createExample(schema, schemas, '', [name]);
  }
}

function convertSchemas(names: ReadonlyMap<z.ZodType, string>, direction: Direction): Record<string, Schema> {
  const raw = wireSchemas(names, direction);
  return Object.fromEntries(Object.entries(raw).map(([name, schema]) => [name, toOpenApi30(schema, raw)]));
}

/** Returns these names and those of all schemas that they refer to, directly or not. */
function reachableNames(from: readonly string[], schemas: Readonly<Record<string, Schema>>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const other of listRefs(schemas[name] ?? {})) visit(other);
  };
  for (const name of from) visit(name);
  return found;
}

function listRefs(schema: Schema): string[] {
  const found: string[] = [];
  const look = (one: Schema): Schema => {
    const name = refName(one);
    if (name !== undefined) found.push(name);
    return mapSchema(one, look);
  };
  look(schema);
  return found;
}

/** Finds schemas whose request and response forms differ. The request form gets the suffix `Input`. */
function findDiffering(
  requestNames: ReadonlySet<string>,
  responseNames: ReadonlySet<string>,
  requestSchemas: Readonly<Record<string, Schema>>,
  responseSchemas: Readonly<Record<string, Schema>>,
): Map<string, string> {
  const both = [...requestNames].filter((name) => responseNames.has(name));
  const different = new Set(
    both.filter((name) => JSON.stringify(requestSchemas[name]) !== JSON.stringify(responseSchemas[name])),
  );
  for (let before = -1; before !== different.size; ) {
    before = different.size;
    for (const name of both)
      if (listRefs(requestSchemas[name] ?? {}).some((ref) => different.has(ref))) different.add(name);
  }
  return new Map([...different].map((name) => [name, `${name}Input`]));
}

function renameRefs(schema: Schema, renamed: ReadonlyMap<string, string>): Schema {
  const name = refName(schema);
  const other = name === undefined ? undefined : renamed.get(name);
  return other === undefined ? mapSchema(schema, (one) => renameRefs(one, renamed)) : refTo(other);
}

/** Returns a schema and all nested schemas. */
function collectSchemas(root: z.ZodType): Set<z.ZodType> {
  const found = new Set<z.ZodType>();
  const visit = (schema: unknown): void => {
    if (!(schema instanceof z.ZodType) || found.has(schema)) return;
    found.add(schema);
    const { def } = schema as unknown as { def: Record<string, unknown> };
    for (const part of Object.values({ ...def, ...(def.shape ?? {}) })) {
      if (Array.isArray(part)) part.forEach(visit);
      else visit(part);
    }
  };
  visit(root);
  return found;
}
