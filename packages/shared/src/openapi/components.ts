import { z } from 'zod';
import { type Endpoint, successOf } from '../endpoint/endpoint.ts';
import type { ComponentNames } from './component-names.ts';
import { refName, refTo, type Schema } from './document-types.ts';
import { createBodyExample, createExample } from './examples.ts';
import { mapSchema, toOpenApi30 } from './openapi-30.ts';
import { markReadOnly } from './read-only.ts';
import { acceptsIdempotencyKey } from './rejections.ts';
import { type Direction, wireSchemas } from './wire-schema.ts';

/** The schemas of the API, those of parameters apart. */
export interface Components {
  schemas: Record<string, Schema>;
  /** The fields of a schema of parameters. */
  parameters(schema: z.ZodType): Schema;
  /** A reference to the schema of a body. */
  body(schema: z.ZodType): Schema;
  /** A reference to the schema of an answer. */
  response(schema: z.ZodType): Schema;
}

/** Names of what is no component, which no component can have. */
const parameterSetName = (index: number) => `parameters ${index}`;

/** Converts every schema of the endpoints, once. */
export function createComponents(endpoints: readonly Endpoint[], names: ComponentNames): Components {
  const asked = [...new Set(endpoints.flatMap(({ params, query }) => [params, query]))].filter(
    (one) => one !== undefined,
  );
  for (const root of [...names.all.keys(), ...asked])
    for (const inner of collectSchemas(root)) names.add(inner);
  const all = new Map(names.all);
  for (const [index, schema] of asked.entries()) all.set(schema, parameterSetName(index));
  const sent = convertSchemas(all, 'input');
  const shown = convertSchemas(all, 'output');
  const bodies = endpoints.flatMap(({ body }) => (body ? [names.nameOf(body)] : []));
  const answers = endpoints.flatMap((one) => {
    const { shape } = successOf(one);
    return shape ? [names.nameOf(shape)] : [];
  });
  const isSent = reachableNames([...bodies, ...asked.map((_, index) => parameterSetName(index))], sent);
  const isShown = reachableNames(answers, shown);
  const renamed = findDiffering(isSent, isShown, sent, shown);
  const asSent = (schema: Schema): Schema => renameRefs(schema, renamed);
  const schemas: Record<string, Schema> = {};
  for (const name of isShown) schemas[name] = shown[name] ?? {};
  for (const name of isSent) {
    if (name.startsWith('parameters ')) continue;
    if (!isShown.has(name) || renamed.has(name))
      schemas[renamed.get(name) ?? name] = asSent(sent[name] ?? {});
  }
  markReadOnly(schemas);
  allowReplays(schemas, endpoints, names);
  addExamples(
    schemas,
    isShown,
    bodiesByName(endpoints, (body) => renamed.get(names.nameOf(body)) ?? names.nameOf(body)),
  );
  return {
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    parameters: (schema) => asSent(sent[parameterSetName(asked.indexOf(schema))] ?? {}),
    body: (schema) => refTo(renamed.get(names.nameOf(schema)) ?? names.nameOf(schema)),
    response: (schema) => refTo(names.nameOf(schema)),
  };
}

const bodiesByName = (endpoints: readonly Endpoint[], nameOf: (body: z.ZodType) => string) =>
  new Map(endpoints.flatMap(({ body }) => (body ? [[nameOf(body), body] as const] : [])));

/** What is shown once is not there when an answer comes again for its `Idempotency-Key`. */
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

/** Gives bodies, and what is answered but for lists, an example. */
function addExamples(
  schemas: Record<string, Schema>,
  isShown: ReadonlySet<string>,
  bodies: ReadonlyMap<string, z.ZodType>,
): void {
  for (const [name, body] of bodies) {
    const schema = schemas[name] ?? {};
    schemas[name] = { ...schema, example: createBodyExample(body, schema, schemas) };
  }
  for (const name of isShown) {
    const schema = schemas[name] ?? {};
    const isList = schema.properties?.data && schema.properties.total;
    if (schema.type === 'object' && !isList) schema.example ??= createExample(schema, schemas, '', [name]);
  }
}

function convertSchemas(names: ReadonlyMap<z.ZodType, string>, direction: Direction): Record<string, Schema> {
  const raw = wireSchemas(names, direction);
  return Object.fromEntries(Object.entries(raw).map(([name, schema]) => [name, toOpenApi30(schema, raw)]));
}

/** The names that schemas lead to, their own included. */
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

/** Schemas that are sent and shown, and not in the same form: as they are sent they get a name of their own. */
function findDiffering(
  isSent: ReadonlySet<string>,
  isShown: ReadonlySet<string>,
  sent: Readonly<Record<string, Schema>>,
  shown: Readonly<Record<string, Schema>>,
): Map<string, string> {
  const both = [...isSent].filter((name) => isShown.has(name));
  const different = new Set(
    both.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(shown[name])),
  );
  for (let before = -1; before !== different.size; ) {
    before = different.size;
    for (const name of both)
      if (listRefs(sent[name] ?? {}).some((ref) => different.has(ref))) different.add(name);
  }
  return new Map([...different].map((name) => [name, `${name}Input`]));
}

function renameRefs(schema: Schema, renamed: ReadonlyMap<string, string>): Schema {
  const name = refName(schema);
  const other = name === undefined ? undefined : renamed.get(name);
  return other === undefined ? mapSchema(schema, (one) => renameRefs(one, renamed)) : refTo(other);
}

/** A schema with all that lies within it. */
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
