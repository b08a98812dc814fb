import { type Endpoint, type PermittedStates, successOf } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definitions } from '../derived/records.ts';
import { endpointName, endpoints, fillPath, requestPath, withNames } from '../request.ts';
import type { PreparedRequest } from '../scenario.ts';
import { scenarios } from '../scenarios.ts';
import { markRecords, readRecordsSince, startWorld, type World } from '../world.ts';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
});
afterAll(() => world.stop());

type Row = Record<string, unknown>;
interface FieldSchema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  anyOf?: readonly FieldSchema[];
}

/** The path of the record that an operation changes: its own, or the one before the name of the action. */
const recordPath = ({ method, path }: Endpoint): string =>
  method === 'patch' || method === 'delete' ? path : path.slice(0, path.lastIndexOf('/'));

const listPath = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const findGet = (path: string): Endpoint | undefined =>
  endpoints.find((one) => one.method === 'get' && one.kind === 'plain' && one.path === path);

/** Operations on single records, which an endpoint returns. Restored records are not among those that responses show. */
const operations = endpoints.filter((one) => {
  const path = recordPath(one);
  const isWrite = one.method !== 'get' && !one.isReadOnly && one.kind === 'plain' && one.can.includes(':');
  const isCreation = one.method === 'post' && findGet(one.path) !== undefined;
  const isOfRecord = /\/:\w+$/.test(path) && (findGet(path) ?? findGet(listPath(path)));
  return isWrite && !isCreation && isOfRecord && !one.path.endsWith('/restore');
});

/** The schemas of the fields that responses show. */
function fieldsOf(one: Endpoint): Readonly<Record<string, FieldSchema>> {
  const path = recordPath(one);
  const read = findGet(path) ?? findGet(listPath(path));
  const shape = read && successOf(read).shape;
  if (!shape) return {};
  const schema = z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as {
    properties?: Record<string, { items?: { properties?: Record<string, FieldSchema> } } & FieldSchema>;
  };
  return schema.properties?.data?.items?.properties ?? schema.properties ?? {};
}

const isNull = ({ type }: FieldSchema) => type === 'null';

/** Values of a field that a state can require. */
function listValues({ type, enum: values, format, anyOf }: FieldSchema): (string | boolean | null)[] {
  if (anyOf) return [...anyOf.flatMap(listValues), ...(anyOf.some(isNull) ? [null] : [])];
  if (values) return [...values];
  if (type === 'boolean') return [true, false];
  return format === 'date-time' ? [new Date().toISOString()] : [];
}

const matches = (when: PermittedStates, row: Row): boolean =>
  when.some((state) =>
    Object.entries(state).every(([name, values]) => values.some((value) => value === row[name])),
  );

/** Tables of records that are not declared as a whole, by the path of their list. */
const ownTables: Readonly<Record<string, string>> = {
  '/webhooks/:id/deliveries': 'webhook_deliveries',
  '/webhooks/:id/replays': 'webhook_replays',
};
const declaredTables = new Map(
  [...definitions.values()].map(({ rows }) => [rows.route.path, rows.table.name]),
);
const tableOf = (list: string): string =>
  ownTables[list] ?? declaredTables.get(list) ?? list.slice(1).replaceAll('-', '_');

/** Further columns that constraints require with a value of a column. */
const further: Readonly<Record<string, string>> = {
  'announcements.status=published': ', published_at = now()',
  'announcements.status=expired': ', published_at = now()',
};

interface Arranged extends PreparedRequest {
  by: Client;
}

const lastParameter = (path: string): string => path.slice(path.lastIndexOf(':') + 1);

/**
 * Sets a field of the record of a request.
 *
 * @returns false if it is not a column, or if a constraint rejects the value
 */
async function setField(one: Endpoint, { params = {}, by }: Arranged, name: string, value: unknown) {
  const path = recordPath(one);
  const list = listPath(path);
  const table = tableOf(list);
  const key = lastParameter(path);
  // The place in the order of a column depends on the status.
  if (table === 'tasks')
    return (await by.call('PATCH', fillPath(path, params), { [name]: value })).status === 200;
  const [column, id] =
    table === 'organizations' ? ['id', by.user.org_id] : [key === 'code' ? 'code' : 'id', params[key]];
  const set = `${name} = $1${further[`${table}.${name}=${value}`] ?? ''}`;
  const org = table === 'organizations' ? 'id' : 'org_id';
  const text = `update ${table} set ${set} where ${column} = $2 and ${org} = $3`;
  try {
    const { rowCount } = await world.database.query(text, [value, id, by.user.org_id]);
    return rowCount === 1;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  }
}

async function prepare(one: Endpoint): Promise<Arranged> {
  // Closed and suspended organizations reject most requests.
  const by = one.path.startsWith('/organizations/:id') ? await world.service.newOrganization() : owner;
  return { by, ...(await scenarios[endpointName(one)]?.arrange?.(world, by)) };
}

const call = (one: Endpoint, prepared: Arranged) =>
  prepared.by.call(one.method.toUpperCase(), requestPath(one, prepared), prepared.body);

async function readList(one: Endpoint, { params = {}, by }: Arranged): Promise<Row[]> {
  const list = listPath(recordPath(one));
  if (!findGet(list)) return [];
  return (await by.call('GET', `${fillPath(list, params)}?limit=100`)).body.data;
}

async function readRow(one: Endpoint, prepared: Arranged): Promise<Row> {
  const { params = {}, by } = prepared;
  const path = recordPath(one);
  if (findGet(path)) return (await by.call('GET', fillPath(path, params))).body;
  const found = (await readList(one, prepared)).find(({ id }) => id === params[lastParameter(path)]);
  if (!found) throw new Error(`${endpointName(one)}: the list does not contain the record`);
  return found;
}

/** The request for another record of the same list whose state does not permit it. */
async function findOther(
  one: Endpoint,
  prepared: Arranged,
  when: PermittedStates,
): Promise<Arranged | undefined> {
  const key = lastParameter(recordPath(one));
  const other = (await readList(one, prepared)).find((row) => !matches(when, row));
  return other && { ...prepared, params: { ...prepared.params, [key]: other[key] as number | string } };
}

async function expectSuccess(one: Endpoint, prepared: Arranged, state: unknown) {
  const { status, body } = await call(one, prepared);
  const expected = successOf(one).status;
  expect([state, status, status === expected || body]).toEqual([state, expected, true]);
}

/** Expects that a request is rejected, or that it writes nothing. */
async function expectNoEffect(one: Endpoint, prepared: Arranged, state: unknown) {
  const mark = await markRecords(world.database);
  const { status, body } = await call(one, prepared);
  if (status < 300)
    expect([state, await readRecordsSince(world.database, mark)]).toEqual([
      state,
      { events: [], entries: [] },
    ]);
  else expect([401, 403, 404, 422], JSON.stringify([state, body])).toContain(status);
}

/** Changes of one field of a record, each with whether an operation permits the state that results. */
function listChanges(when: PermittedStates, fields: Readonly<Record<string, FieldSchema>>, row: Row) {
  const names = new Set(when.flatMap((state) => Object.keys(state)));
  return [...names].flatMap((name) =>
    listValues(fields[name] ?? {})
      .filter((value) => value !== row[name])
      .map((value) => ({ name, value, isPermitted: matches(when, { ...row, [name]: value }) })),
  );
}

describe('an operation that requires a state', () => {
  const declared = operations.flatMap((one) => (one.when ? [{ one, when: one.when }] : []));

  it('is an operation on a record', () => {
    const names = endpoints.filter(({ when }) => when).map(endpointName);
    expect(declared.map(({ one }) => endpointName(one))).toEqual(names);
  });

  it.each(declared.map(({ one, when }) => [endpointName(one), one, when] as const))(
    '%s succeeds in it, and has no effect in others',
    async (_, one, when) => {
      const fields = fieldsOf(one);
      for (const state of when)
        expect(fields).toMatchObject(
          Object.fromEntries(Object.keys(state).map((name) => [name, expect.anything()])),
        );
      const first = await prepare(one);
      const row = await readRow(one, first);
      expect([row, matches(when, row)]).toEqual([row, true]);
      await expectSuccess(one, first, 'as arranged');

      const tried: unknown[] = [];
      const after = one.method === 'delete' ? {} : await readRow(one, first);
      const repeated = matches(when, after) ? undefined : first;
      for (const again of [repeated, await findOther(one, await prepare(one), when)]) {
        if (!again) continue;
        await expectNoEffect(one, again, again.params);
        tried.push(again.params);
      }
      for (const { name, value, isPermitted } of listChanges(when, fields, row)) {
        const prepared = await prepare(one);
        if (!(await setField(one, prepared, name, value))) continue;
        if (isPermitted) await expectSuccess(one, prepared, { [name]: value });
        else {
          await expectNoEffect(one, prepared, { [name]: value });
          tried.push({ [name]: value });
        }
      }
      expect(tried).not.toEqual([]);
    },
  );
});

describe('an operation that requires no state', () => {
  const stateFields = ['status', 'state'];
  const others = operations
    // Access restrictions of an organization that is suspended or closed apply to nearly all operations.
    .filter(({ path }) => !path.startsWith('/organizations/:id'))
    .filter((one) => !one.when && stateFields.some((name) => fieldsOf(one)[name] !== undefined));

  it.each(withNames(others))('%s succeeds in all states', async (_, one) => {
    const fields = fieldsOf(one);
    for (const name of stateFields) {
      for (const value of listValues(fields[name] ?? {})) {
        const prepared = await prepare(one);
        if (!(await setField(one, prepared, name, value))) continue;
        const { status, body } = await call(one, prepared);
        expect([name, value, status, status < 300 || body]).toEqual([
          name,
          value,
          successOf(one).status,
          true,
        ]);
      }
    }
  });
});
