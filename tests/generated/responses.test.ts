import { areas, checkInvariants } from '@wfp/areas';
import { type Endpoint, possibleEvents, successOf } from '@wfp/shared';
import type { Client, TestResponse } from '@wfp/testing';
import { assertCatalogued } from '@wfp/testing/catalogued.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordSeenResponses } from '../contract/seen-responses.ts';
import {
  aboutRows,
  findMissingReviewed,
  findUnlimitedStatements,
  recordStatements,
} from '../security/statements.ts';
import { watchHashing } from './hashing/hashing.ts';
import {
  describeFailure,
  endpointName,
  endpoints,
  listPathParams,
  requestPath,
  withNames,
  wordParams,
} from './request.ts';
import type { PreparedRequest } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { markRecords, readAllContent, readRecordsSince, startWorld, type World } from './world.ts';

recordSeenResponses('responses');

let world: World;
let owner: Client;
let stranger: Client;
let statements: ReturnType<typeof recordStatements>;
beforeAll(async () => {
  statements = recordStatements((client) => client === world?.database);
  world = await startWorld();
  owner = await world.service.newOrganization();
  stranger = await world.service.newOrganization();
});
afterAll(async () => {
  statements?.stop();
  await world?.stop();
});

const hashing = watchHashing();
/** Endpoints whose successful request computed a hash of a password. */
const hashingEndpoints: Endpoint[] = [];
afterEach(() => expect(hashing.insideTransactions).toEqual([]));

const prepare = async (one: Endpoint, by: Client): Promise<PreparedRequest> =>
  (await scenarios[endpointName(one)]?.arrange?.(world, by)) ?? {};

/** Calls an endpoint as the prepared user or the owner; public endpoints without credentials. */
const call = (one: Endpoint, prepared: PreparedRequest, headers = {}): Promise<TestResponse> =>
  (one.can === 'public' ? world.service : (prepared.by ?? owner)).call(
    one.method.toUpperCase(),
    requestPath(one, prepared),
    prepared.body,
    { ...prepared.headers, ...headers },
  );

const plain = endpoints.filter((one) => one.kind === 'plain');

it('every endpoint has a scenario, every scenario an endpoint', () => {
  expect(Object.keys(scenarios).sort()).toEqual(endpoints.map(endpointName).sort());
});

it('detects every write, also of a transaction that commits after a later one', async () => {
  const early = new pg.Client({ connectionString: world.service.config.DATABASE_URL });
  await early.connect();
  const contents = [await readAllContent(world.database)];
  const rename = `update organizations set name = name || ' renamed' where id = $1`;
  await early.query('begin');
  await early.query(rename, [owner.user.org_id]);
  contents.push(await readAllContent(world.database));
  await stranger.call('POST', '/tasks', { title: 'Written' });
  contents.push(await readAllContent(world.database));
  await early.query('commit');
  contents.push(await readAllContent(world.database));
  await early.end();
  const [before, during, later, after] = contents;
  expect(during).toEqual(before);
  expect(later?.tasks).not.toEqual(during?.tasks);
  expect(after).toEqual({ ...later, organizations: expect.any(String) });
  expect(after?.organizations).not.toEqual(later?.organizations);
});

/** Endpoints whose response differs on every call. */
const volatileEndpoints: readonly string[] = ['GET /webhooks/:id/statistics'];

// The call that succeeds is last, so that each endpoint is arranged once: requests for records of other organizations
// and failing writes leave the arranged records unchanged, as the first two tests verify.
describe.each(withNames(plain))('%s', (name, one) => {
  const scenario = scenarios[name] ?? {};
  let mine: PreparedRequest;
  beforeAll(async () => {
    mine = await prepare(one, owner);
  });

  if (listPathParams(one).length > 0 && one.can !== 'public' && !scenario.sameForAll) {
    it('returns the same for a record of another organization as for a missing one', async () => {
      await expectNotFound(one, mine);
    });
  }
  if (possibleEvents(areas, one).length > 0 && !scenario.writesAfterResponse) {
    it('writes nothing when the transaction fails', async () => {
      await expectNothingLeft(one, mine);
    });
  }
  it('returns the declared response and writes the declared events', async () => {
    await expectSuccess(one, mine);
  });
});

describe('all calls', () => {
  it('restrict every statement to the organization', async () => {
    const { body } = await owner.call('POST', '/api-keys', { name: 'Statements' });
    await world.service.call('GET', '/users/me', undefined, { authorization: `Bearer ${body.key}` });
    statements.stop();
    const texts = aboutRows(statements.texts);
    expect(texts.length).toBeGreaterThan(50);
    expect(await findUnlimitedStatements(world.database, texts)).toEqual([]);
    expect(findMissingReviewed(texts)).toEqual([]);
  });

  it('that hash a password are limited per minute', () => {
    expect(hashingEndpoints.length).toBeGreaterThan(8);
    const unlimited = hashingEndpoints.filter((one) => !one.throttle && !one.limitedBy);
    expect(unlimited.map(endpointName)).toEqual([]);
  });

  it('leave data that satisfies every invariant', async () => {
    const checked = await checkInvariants(world.service.platform);
    expect(checked.length).toBeGreaterThan(15);
    expect(checked.filter(({ violations }) => violations.length > 0)).toEqual([]);
  });
});

const missing = 2_147_483_647;

async function expectNotFound(one: Endpoint, mine: PreparedRequest): Promise<void> {
  const { missingIsEmpty } = scenarios[endpointName(one)] ?? {};
  const last = listPathParams(one).at(-1) ?? '';
  const theirs = await prepare(one, stranger);
  const before = await readAllContent(world.database);
  const none = await call(one, { ...mine, params: { ...mine.params, [last]: wordParams[last] ?? missing } });
  expect(none.status).toBe(missingIsEmpty ? 200 : 404);
  expect(none.body).toEqual(
    missingIsEmpty ? { data: [], total: 0, total_is_exact: true, next: null } : { error: expect.any(String) },
  );

  const foreign = [{ ...mine, params: theirs.params ?? {} }];
  for (const param of Object.keys(theirs.params ?? {})) {
    // A number within the record, such as a version, is not specific to the other organization.
    if (theirs.params?.[param] === mine.params?.[param]) continue;
    foreign.push({ ...mine, params: { ...mine.params, [param]: theirs.params?.[param] ?? missing } });
  }
  for (const prepared of foreign) {
    const { status, body } = await call(one, prepared);
    expect([status, Object.keys(body)]).toEqual([none.status, Object.keys(none.body)]);
  }
  const theirLast = Object.values(theirs.params ?? {}).at(-1) ?? missing;
  if (theirLast !== mine.params?.[last]) {
    const own = { ...mine.params, [last]: theirLast };
    expect((await call(one, { ...mine, params: own })).body).toEqual(none.body);
  }
  expect(await readAllContent(world.database)).toEqual(before);
}

async function expectNothingLeft(one: Endpoint, mine: PreparedRequest): Promise<void> {
  const before = await readAllContent(world.database);
  for (const table of ['outbox', 'audit_log'] as const) {
    await world.failWritesTo(table);
    const { status, body } = await call(one, mine).finally(() => world.failWritesTo(null));
    expect([table, status, body]).toEqual([table, 500, { error: 'Internal server error' }]);
    expect(await readAllContent(world.database)).toEqual(before);
  }
}

async function expectSuccess(one: Endpoint, mine: PreparedRequest): Promise<void> {
  const scenario = scenarios[endpointName(one)] ?? {};
  const {
    events = [],
    optionalEvents = [],
    auditEntries = events.length,
    auditNotes = 0,
    writesAfterResponse,
  } = scenario;
  const keepsNothing = (one.method === 'get' && possibleEvents(areas, one).length === 0) || one.isReadOnly;
  const before = keepsNothing ? await readAllContent(world.database) : {};
  const mark = await markRecords(world.database);
  const hashes = hashing.count;
  const response = await call(one, mine);
  if (hashing.count > hashes) hashingEndpoints.push(one);
  const { status, headers, body } = response;
  const tag = headers.get('etag');

  const { status: declared, shape } = successOf(one);
  expect(status, describeFailure(one, response)).toBe(declared);
  // The schema strips unknown fields, so that an undeclared field makes the two differ.
  expect(shape ? shape.parse(body) : null).toEqual(body);
  if (Array.isArray(body?.data)) expect(body.data.length).toBeGreaterThan(0);

  if (writesAfterResponse) return;
  const books = await readRecordsSince(world.database, mark);
  const types = books.events.map((event) => event.event_type);
  expect(types.filter((type) => !optionalEvents.includes(type))).toEqual(events);
  expect(possibleEvents(areas, one)).toEqual(expect.arrayContaining([...events]));
  const ofEvents = books.entries.filter((entry) => entry.event_id !== null);
  const also = types.length - events.length;
  expect(ofEvents.length).toBeGreaterThanOrEqual(auditEntries);
  expect(ofEvents.length).toBeLessThanOrEqual(auditEntries + also);
  expect(books.entries.length - ofEvents.length).toBe(auditNotes);
  if (one.method === 'get') expect(one.recordsReads === true).toBe(auditNotes > 0);
  const transactions = [
    ...books.events.flatMap((event) => [event.xact, event.queued_in]),
    ...ofEvents.map((entry) => entry.xact),
  ];
  expect(new Set(transactions).size).toBe(events.length > 0 ? 1 : 0);
  const eventIds = books.events.map((event) => event.id);
  await assertCatalogued(world.service, eventIds.map(Number));
  for (const entry of ofEvents) expect(eventIds).toContain(entry.event_id);
  if (!keepsNothing) return expect(events).not.toEqual([]);
  const after = await readAllContent(world.database);
  // Apart from audit notes, which were counted above, a read writes nothing.
  expect(after).toEqual({ ...before, ...(auditNotes > 0 ? { audit_log: after.audit_log } : {}) });
  await expectUnchanged(one, mine, tag);
}

/** Expects 304 for the current ETag, except for responses that differ on every call. */
async function expectUnchanged(one: Endpoint, mine: PreparedRequest, tag: string | null): Promise<void> {
  if (one.method !== 'get' || tag === null) return;
  const { status, body } = await call(one, mine, { 'if-none-match': tag });
  if (status === 200) return expect(volatileEndpoints).toContain(endpointName(one));
  expect([status, body]).toEqual([304, null]);
}
