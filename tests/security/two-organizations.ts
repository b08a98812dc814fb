import { randomBytes } from 'node:crypto';
import { type Endpoint, successOf } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import type pg from 'pg';
import { endpointName, endpoints, fillPath } from '../generated/request.ts';
import type { PreparedRequest } from '../generated/scenario.ts';
import { scenarios } from '../generated/scenarios.ts';
import { type Content, readContent, startWorld, type World } from '../generated/world.ts';

/** Two organizations, `ours` and `theirs`, with a row of each kind. Free texts of the second one contain the canary. */
export interface TwoOrganizations {
  world: World;
  canary: string;
  ours: Client;
  theirs: Client;
  /** The arranged request of each endpoint, by its name. */
  prepared: Map<string, { ours: PreparedRequest; theirs: PreparedRequest }>;
  /** Ids of the second organization's rows by table, disjoint from all ids of the first. */
  theirIds: Map<string, number[]>;
}

const freeText = new Set([
  ...['title', 'name', 'description', 'body', 'first_name', 'last_name', 'preferred_name', 'display_name'],
  ...[
    'label',
    'reason',
    'notes',
    'note',
    'summary',
    'legal_name',
    'org_name',
    'subject',
    'text',
    'phone_note',
  ],
]);

/** Adds the canary to the free texts of a body. */
function addCanary(value: unknown, canary: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => addCanary(one, canary, key));
  if (typeof value === 'string') return freeText.has(key) ? `${value} ${canary}` : value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, addCanary(one, canary, name)]));
}

/** A client that adds the canary to bodies. Retries without it after a 422, because a text may have become too long. */
function createCanaryClient(client: Client, canary: string): Client {
  return {
    ...client,
    call: async (method, path, body, headers) => {
      const response = await client.call(method, path, addCanary(body, canary), headers);
      return response.status === 422 ? client.call(method, path, body, headers) : response;
    },
  };
}

const creates = (one: Endpoint) => one.can !== 'public' && successOf(one).status === 201;

export async function startTwoOrganizations(): Promise<TwoOrganizations> {
  const world = await startWorld();
  const canary = `canary${randomBytes(6).toString('hex')}`;
  const ours = await world.service.newOrganization();
  const oursPrepared = await fillOrganization(world, ours);
  await separateIdRanges(world.database);
  const theirs = createCanaryClient(await world.service.newOrganization(`Theirs ${canary}`), canary);
  const theirsPrepared = await fillOrganization(world, theirs);
  const prepared = new Map(
    endpoints.map((one) => {
      const name = endpointName(one);
      return [name, { ours: oursPrepared.get(name) ?? {}, theirs: theirsPrepared.get(name) ?? {} }];
    }),
  );
  return {
    world,
    canary,
    ours,
    theirs,
    prepared,
    theirIds: await findIds(world.database, theirs.user.org_id),
  };
}

/** Arranges a request of every endpoint, and sends those that create a row. */
async function fillOrganization(world: World, by: Client): Promise<Map<string, PreparedRequest>> {
  const prepared = new Map<string, PreparedRequest>();
  for (const one of endpoints) {
    const name = endpointName(one);
    const arranged = (await scenarios[name]?.arrange?.(world, by)) ?? {};
    if (creates(one))
      await by.call(one.method.toUpperCase(), fillPath(one.path, arranged.params), arranged.body);
    prepared.set(name, arranged);
  }
  // Arranged again, since the requests above used up some of the arranged values, such as unique names.
  for (const one of endpoints.filter(creates)) {
    prepared.set(endpointName(one), (await scenarios[endpointName(one)]?.arrange?.(world, by)) ?? {});
  }
  return prepared;
}

const firstApart = 10_000_000;

/** Continues the ids of each table in a range of its own, so that they differ from earlier ids and between tables. */
async function separateIdRanges(database: pg.Client): Promise<void> {
  await database.query(`do $$ declare s record; begin
    for s in select c.oid::regclass as name, row_number() over (order by c.relname) as nth from pg_class c
      where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace loop
      perform setval(s.name, ${firstApart} + s.nth * 1000000);
    end loop; end $$`);
}

async function findTablesWith(database: pg.Client, column: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
     join pg_attribute i on i.attrelid = c.oid and i.attname = $1 and i.atttypid in ('int4'::regtype, 'int8'::regtype)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [column],
  );
  return rows.map(({ name }) => name);
}

async function findIds(database: pg.Client, org_id: number): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const table of await findTablesWith(database, 'id')) {
    // Smaller ids are numbered per organization, so both organizations have them.
    const { rows } = await database.query(
      `select id::int8 as id from ${table} where org_id = $1 and id > ${firstApart} order by id`,
      [org_id],
    );
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ id }) => Number(id)),
      );
  }
  return found;
}

/** The statement over all tables, cached per database: its schema does not change. */
const statements = new WeakMap<pg.Client, string>();

async function contentStatement(database: pg.Client): Promise<string> {
  const known = statements.get(database);
  if (known) return known;
  const sums = (await findTablesWith(database, 'org_id')).map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(t.xmin::text::int8), 0) as sum
       from ${name} t where org_id = $1`,
  );
  const statement = sums.join(' union all ');
  statements.set(database, statement);
  return statement;
}

/**
 * Returns for each table the number of rows of an organization and the sum of the ids of the transactions that wrote
 * them. A row that is written again has a later id than any before, so no two changes cancel each other out.
 */
export async function contentOfOrganization(database: pg.Client, org_id: number): Promise<Content> {
  const text = await contentStatement(database);
  return readContent(database, { name: 'content of an organization', text, values: [org_id] });
}
