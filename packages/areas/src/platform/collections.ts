import { definitionOf, type Endpoint, type PermittedStates, successOf } from '@wfp/shared';
import { type Action, describeActions, isChildPath } from './actions.ts';
import { addFormHints, listFields, type Names, type RequestSchemas } from './fields/describe-fields.ts';
import { type JsonSchema, toJsonSchema } from './fields/json-schema.ts';
import type { Field, TreeMetadata } from './platform.contract.ts';

/** The records of a list, or a single record: what endpoints accept and return. */
export interface CollectionDescription {
  /** The path of the list, or of the single row. */
  path: string;
  /** The parameter of the path of one record; null if no endpoint addresses single records. */
  key: string | null;
  singleton: boolean;
  fields: readonly Field[];
  secret_fields: readonly string[];
  actions: readonly Action[];
  /** The states of a record in which standard operations can succeed; all if omitted. */
  when: Readonly<Partial<Record<'update' | 'archive', PermittedStates>>>;
  schemas: RequestSchemas;
}

export interface Structure {
  tree: TreeMetadata | null;
  /** The fields that separate orders; null if there is no order. */
  ordered: readonly string[] | null;
}

/**
 * Describes the collection of an endpoint that lists rows or returns the single row.
 *
 * @param own the endpoints that may create and update rows
 */
export function describeCollection(
  main: Endpoint,
  own: readonly Endpoint[],
  all: readonly Endpoint[],
  names: Names,
): CollectionDescription {
  const singleton = !isList(main);
  const create = own.find((one) => one.method === 'post' && one.path === main.path && one.body);
  const update = own.find((one) => one.method === 'patch' && isRowPath(one.path, main) && one.body);
  const schemas = {
    ...(create?.body && { create: withDefaults(toJsonSchema(create.body, 'input'), create) }),
    ...(update?.body && { update: toJsonSchema(update.body, 'input') }),
    ...(main.query && { filter: toJsonSchema(main.query, 'input') }),
  };
  const secrets = new Set(own.flatMap((one) => one.secretFields ?? []));
  const fields = listFields(rowSchema(main), schemas, names).map((field) => ({
    ...field,
    sensitive: field.sensitive || secrets.has(field.name),
  }));
  const archive = own.find((one) => one.method === 'delete' && isRowPath(one.path, main));
  const row = all.find((one) => !singleton && isRowPath(one.path, main));
  return {
    path: main.path,
    key: row?.path.slice(main.path.length + 2) ?? null,
    singleton,
    fields,
    secret_fields: create?.secretFields ?? [],
    actions: describeActions(main.path, singleton ? main.path : row?.path, all, names),
    when: {
      ...(update?.when && { update: update.when }),
      ...(archive?.when && { archive: archive.when }),
    },
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([purpose, schema]) => [purpose, addFormHints(schema, fields, names)]),
    ),
  };
}

/** Adds the defaults of columns, which the schema of a body does not contain. */
function withDefaults(schema: JsonSchema, create: Endpoint): JsonSchema {
  const { defaults = {} } = definitionOf(create)?.contract ?? {};
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    name in defaults ? { ...property, default: defaults[name] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Describes how the records of a declared resource are arranged. */
export function describeStructure(main: Endpoint | undefined): Structure {
  const { tree, ordered } = (main && definitionOf(main)?.declared) ?? {};
  return {
    tree: tree ? { max_depth: tree.maxDepth, within: tree.within ?? [] } : null,
    ordered: ordered ? (ordered.within ?? []) : null,
  };
}

/** True for the path of one row of the list, or of the single row. */
function isRowPath(path: string, main: Endpoint): boolean {
  return isList(main)
    ? path.startsWith(main.path) && /^\/:\w+$/.test(path.slice(main.path.length))
    : path === main.path;
}

/** Returns the endpoints that list the records of one record, or return a single one that can be updated. */
export function findParts(
  { path, key, singleton }: CollectionDescription,
  all: readonly Endpoint[],
): Endpoint[] {
  const row = singleton ? path : `${path}/:${key}`;
  return all.filter((one) => {
    if (one.method !== 'get' || one.kind !== 'plain' || !isChildPath(one.path, row) || !rowSchema(one))
      return false;
    return isList(one) || all.some((other) => other.method === 'patch' && other.path === one.path);
  });
}

/**
 * Finds the endpoint that lists a resource or, if there is none, the endpoint that returns its single row. Prefers the
 * shortest path, then a list, then a path that also has a POST.
 */
export function findMainEndpoint(own: readonly Endpoint[]): Endpoint | undefined {
  const reads = own.filter((one) => one.method === 'get' && one.kind === 'plain' && rowSchema(one));
  const lists = reads.filter(isList);
  const isRowOfList = ({ path }: Endpoint) => lists.some((list) => isRowPath(path, list));
  const depth = (one: Endpoint) => one.path.split('/').length;
  const isCreatable = (one: Endpoint) =>
    own.some((other) => other.method === 'post' && other.path === one.path);
  const [best] = reads
    .filter((one) => !isRowOfList(one))
    .toSorted(
      (a, b) =>
        depth(a) - depth(b) ||
        Number(isList(b)) - Number(isList(a)) ||
        Number(isCreatable(b)) - Number(isCreatable(a)),
    );
  return best;
}

function responseSchema(one: Endpoint): JsonSchema | undefined {
  const { shape } = successOf(one);
  return shape ? toJsonSchema(shape, 'output') : undefined;
}

export function isList(one: Endpoint): boolean {
  const { data, total } = responseSchema(one)?.properties ?? {};
  return data?.type === 'array' && total !== undefined;
}

/** The schema of a row of a list, or of the single row that an endpoint returns. */
function rowSchema(one: Endpoint): JsonSchema | undefined {
  const response = responseSchema(one);
  const row = isList(one) ? response?.properties?.data?.items : response;
  return row?.properties ? row : undefined;
}
