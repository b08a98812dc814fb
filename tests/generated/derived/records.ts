import { areas } from '@wfp/areas';
import { type Definition, definitionOf, type Field } from '@wfp/shared';
import type { Client, TestResponse } from '@wfp/testing';
import { fillPath } from '../request.ts';
import { createRecord } from '../scenario.ts';
import { findExample } from './values.ts';

export const definitions = new Map(
  areas
    .flatMap((area) => area.endpoints ?? [])
    .flatMap((one) => definitionOf(one) ?? [])
    .map((one) => [one.rows.table.name, one]),
);

let counter = 0;

/** Creates records of undeclared resources that declared ones refer to or are children of, by table. */
const makers: Readonly<Record<string, (by: Client) => Promise<number>>> = {
  employees: (by) =>
    createRecord(by, '/employees', { first_name: 'Erin', last_name: 'Example', hire_date: '2024-02-29' }),
  tasks: (by) => createRecord(by, '/tasks', { title: 'Example', due_at: '2090-12-24T18:00:00Z' }),
  users: (by) => {
    counter += 1;
    const email = `example-${counter}-${Date.now()}@example.test`;
    return createRecord(by, '/users', { email, first_name: 'Erin', last_name: 'Example' });
  },
  roles: (by) => {
    counter += 1;
    return createRecord(by, '/roles', {
      code: `example_${counter}`,
      name: `Example ${counter}`,
      permissions: [],
    });
  },
  organizations: async (by) => by.user.org_id,
};

/**
 * Creates a record and returns its id.
 *
 * @param above the tables of the records that it is created for: a row created as a parent gets no optional parent
 * itself
 */
async function createTableRecord(by: Client, table: string, above: readonly string[] = []): Promise<number> {
  const definition = definitions.get(table);
  if (definition) return (await createRow(definition, by, above)).id;
  const make = makers[table];
  if (!make) throw new Error(`tests/generated/derived/records.ts: no maker for table ${table}`);
  return make(by);
}

/** Creates a record and returns its identifier in paths. */
async function createAddressed(by: Client, table: string): Promise<string | number> {
  const definition = definitions.get(table);
  if (!definition) return createTableRecord(by, table);
  return addressValue(definition, await createRow(definition, by));
}

const addressValue = ({ rows }: Definition, row: Row) => row[rows.address.name] as string | number;

export type Params = Record<string, string | number>;

/** Returns the path parameters of a resource's list. Creates the parent record. */
export async function createParentParams({ declared, rows }: Definition, by: Client): Promise<Params> {
  const parameters = [...rows.route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (!declared.parent || parameters.length === 0) return {};
  const { of } = declared.parent;
  const parent = 'asParent' in of ? of.asParent : of;
  const [, ...above] = parameters.reverse();
  if (above.length > 0) throw new Error(`${rows.code}: write a scenario that creates its parents`);
  return { [parameters[0] ?? '']: await createAddressed(by, parent.table) };
}

type Row = { id: number; [field: string]: unknown };

export type CreatedRow = Row & { params: Params };

/** The fields that a create body accepts together. */
const acceptedFields = new WeakMap<Definition, readonly string[]>();

const isSent = ([, { writable = 'always' }]: [string, Field]) => writable !== 'never';

/** Returns the kind of a tree's rows that is allowed at the root level. */
function kindAtTop({ tree }: Definition['declared'], field: string): string | undefined {
  if (tree?.kinds?.field !== field) return undefined;
  const { below } = tree.kinds;
  return Object.keys(below).find((kind) => below[kind]?.includes(null));
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Values that no schema describes, by table and field: those that must be in the future, or that other rows need. */
const ownValues: Readonly<Record<string, Readonly<Record<string, () => unknown>>>> = {
  places: { is_bookable: () => true },
  place_bookings: { starts_at: () => inHours(1), ends_at: () => inHours(2) },
};

async function buildBody(
  { declared, rows }: Definition,
  names: readonly string[],
  by: Client,
  above: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const path = [...above, rows.table.name];
  const body: Record<string, unknown> = {};
  for (const name of names) {
    const one = rows.fields[name];
    if (!one) continue;
    const own = ownValues[rows.table.name]?.[name];
    if (own) body[name] = own();
    else if (!one.references) body[name] = kindAtTop(declared, name) ?? findExample(one.schema);
    else if (one.required || !above.includes(one.references))
      body[name] = await createTableRecord(by, one.references, path);
  }
  return body;
}

/** Returns a create body with as many fields as are accepted together, determined once by trial. */
export async function createBody(definition: Definition, by: Client): Promise<Record<string, unknown>> {
  const known = acceptedFields.get(definition) ?? (await findWidestBody(definition, by));
  acceptedFields.set(definition, known);
  return buildBody(definition, known, by);
}

const requiredFields = ({ rows }: Definition): string[] =>
  Object.entries(rows.fields)
    .filter(([, one]) => one.required)
    .map(([name]) => name);

async function findWidestBody(definition: Definition, by: Client): Promise<readonly string[]> {
  const all = Object.entries(definition.rows.fields).filter(isSent);
  const required = requiredFields(definition);
  let names = all.map(([name]) => name);
  for (let attempt = 0; attempt < 6 && names.length > required.length; attempt += 1) {
    const response = await post(definition, by, await buildBody(definition, names, by));
    if (response.status === 201) return names;
    const wrong = Object.keys(response.body.details?.fieldErrors ?? {}).map(
      (path) => path.split('.')[0] ?? '',
    );
    const kept = names.filter((name) => required.includes(name) || !wrong.includes(name));
    names = kept.length < names.length ? kept : required;
  }
  return required;
}

async function post(definition: Definition, by: Client, body: object): Promise<TestResponse> {
  const { path } = definition.rows.route;
  return by.call('POST', fillPath(path, await createParentParams(definition, by)), body);
}

/** Creates a row of a kind in a tree, with its ancestors. */
export async function createRowOfKind(definition: Definition, by: Client, kind: string): Promise<CreatedRow> {
  const { field = '', below = {} } = definition.declared.tree?.kinds ?? {};
  const allowed = below[kind] ?? [];
  // By convention, the first allowed parent is of the highest kind.
  const [above] = allowed;
  const isAtTop = allowed.includes(null) || above == null;
  const parent_id = isAtTop ? null : (await createRowOfKind(definition, by, above)).id;
  return createRow(definition, by, [], { [field]: kind, parent_id });
}

/** Creates a row of a declared resource and returns it with its path parameters. */
export async function createRow(
  definition: Definition,
  by: Client,
  above: readonly string[] = [],
  values: object = {},
): Promise<CreatedRow> {
  const sent = await (above.length === 0
    ? createBody(definition, by)
    : buildBody(definition, requiredFields(definition), by, above));
  const body = { ...sent, ...values };
  const params = await createParentParams(definition, by);
  const { path } = definition.rows.route;
  const response = await by.call('POST', fillPath(path, params), body);
  if (response.status !== 201)
    throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  const { address } = definition.rows;
  return { ...response.body, params: { ...params, [address.name]: addressValue(definition, response.body) } };
}
