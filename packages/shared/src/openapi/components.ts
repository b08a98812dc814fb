import { z } from 'zod';
import { type Endpoint, successOf } from '../endpoint/endpoint.ts';
import type { ComponentNames } from './component-names.ts';
import { inDialect, walk } from './dialect.ts';
import { referredBy, refTo, type Schema } from './document-types.ts';
import { bodyExample, exampleOf } from './examples.ts';
import { markReadOnly } from './read-only.ts';
import { takesKey } from './refusals.ts';
import { type Direction, wireSchemas } from './wire-schema.ts';

/** The schemas of the API, those of parameters apart. */
export interface Components {
  schemas: Record<string, Schema>;
  /** The fields of a schema of parameters. */
  parameters(schema: z.ZodType): Schema;
  /** A reference to the schema of a body. */
  body(schema: z.ZodType): Schema;
  /** A reference to the schema of an answer. */
  answer(schema: z.ZodType): Schema;
}

/** Names of what is no component, which no component can have. */
const parametersOf = (index: number) => `parameters ${index}`;

/** Converts every schema of the endpoints, once. */
export function componentsOf(endpoints: readonly Endpoint[], names: ComponentNames): Components {
  const asked = [...new Set(endpoints.flatMap(({ params, query }) => [params, query]))].filter(
    (one) => one !== undefined,
  );
  for (const root of [...names.all.keys(), ...asked])
    for (const inner of schemasWithin(root)) names.add(inner);
  const all = new Map(names.all);
  for (const [index, schema] of asked.entries()) all.set(schema, parametersOf(index));
  const sent = translated(all, 'input');
  const shown = translated(all, 'output');
  const bodies = endpoints.flatMap(({ body }) => (body ? [names.of(body)] : []));
  const answers = endpoints.flatMap((one) => {
    const { shape } = successOf(one);
    return shape ? [names.of(shape)] : [];
  });
  const isSent = reached([...bodies, ...asked.map((_, index) => parametersOf(index))], sent);
  const isShown = reached(answers, shown);
  const renamed = differing(isSent, isShown, sent, shown);
  const asSent = (schema: Schema): Schema => renameRefs(schema, renamed);
  const schemas: Record<string, Schema> = {};
  for (const name of isShown) schemas[name] = shown[name] ?? {};
  for (const name of isSent) {
    if (name.startsWith('parameters ')) continue;
    if (!isShown.has(name) || renamed.has(name))
      schemas[renamed.get(name) ?? name] = asSent(sent[name] ?? {});
  }
  markReadOnly(schemas);
  allowRepeats(schemas, endpoints, names);
  addExamples(
    schemas,
    isShown,
    bodiesOf(endpoints, (body) => renamed.get(names.of(body)) ?? names.of(body)),
  );
  return {
    schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    parameters: (schema) => asSent(sent[parametersOf(asked.indexOf(schema))] ?? {}),
    body: (schema) => refTo(renamed.get(names.of(schema)) ?? names.of(schema)),
    answer: (schema) => refTo(names.of(schema)),
  };
}

const bodiesOf = (endpoints: readonly Endpoint[], nameOf: (body: z.ZodType) => string) =>
  new Map(endpoints.flatMap(({ body }) => (body ? [[nameOf(body), body] as const] : [])));

/** What is shown once is not there when an answer comes again for its `Idempotency-Key`. */
function allowRepeats(
  schemas: Record<string, Schema>,
  endpoints: readonly Endpoint[],
  names: ComponentNames,
): void {
  for (const one of endpoints.filter(takesKey)) {
    const { shape } = successOf(one);
    const { [shape ? names.of(shape) : '']: schema } = schemas;
    const required = schema?.required?.filter((name) => !one.shownOnce?.includes(name)) ?? [];
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
    schemas[name] = { ...schema, example: bodyExample(body, schema, schemas) };
  }
  for (const name of isShown) {
    const schema = schemas[name] ?? {};
    const isList = schema.properties?.data && schema.properties.total;
    if (schema.type === 'object' && !isList) schema.example ??= exampleOf(schema, schemas, '', [name]);
  }
}

function translated(names: ReadonlyMap<z.ZodType, string>, direction: Direction): Record<string, Schema> {
  const raw = wireSchemas(names, direction);
  return Object.fromEntries(Object.entries(raw).map(([name, schema]) => [name, inDialect(schema, raw)]));
}

/** The names that schemas lead to, their own included. */
function reached(from: readonly string[], schemas: Readonly<Record<string, Schema>>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const other of refsOf(schemas[name] ?? {})) visit(other);
  };
  for (const name of from) visit(name);
  return found;
}

function refsOf(schema: Schema): string[] {
  const found: string[] = [];
  const look = (one: Schema): Schema => {
    const name = referredBy(one);
    if (name !== undefined) found.push(name);
    return walk(one, look);
  };
  look(schema);
  return found;
}

/** Schemas that are sent and shown, and not in the same form: as they are sent they get a name of their own. */
function differing(
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
      if (refsOf(sent[name] ?? {}).some((ref) => different.has(ref))) different.add(name);
  }
  return new Map([...different].map((name) => [name, `${name}Input`]));
}

function renameRefs(schema: Schema, renamed: ReadonlyMap<string, string>): Schema {
  const name = referredBy(schema);
  const other = name === undefined ? undefined : renamed.get(name);
  return other === undefined ? walk(schema, (one) => renameRefs(one, renamed)) : refTo(other);
}

/** A schema with all that lies within it. */
function schemasWithin(root: z.ZodType): Set<z.ZodType> {
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
