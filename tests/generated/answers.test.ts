import type { Answer, Client } from '@wfp/api/testing';
import { type Endpoint, successOf } from '@wfp/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireCatalogued } from '../../packages/areas/src/testing/catalogued.ts';
import { addressOf, endpoints, named, nameOf, paramsOf, words } from './request.ts';
import type { Prepared } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { booksSince, contentOf, markBooks, startWorld, type World } from './world.ts';

let world: World;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
  stranger = await world.service.newOrganization();
});
afterAll(() => world.stop());

const prepare = async (one: Endpoint, by: Client): Promise<Prepared> =>
  (await scenarios[nameOf(one)]?.arrange?.(world, by)) ?? {};

/** Calls an endpoint as somebody; public ones without credentials. */
const call = (one: Endpoint, prepared: Prepared, by = owner): Promise<Answer> =>
  (one.can === 'public' ? world.service : (prepared.by ?? by)).call(
    one.method.toUpperCase(),
    addressOf(one, prepared),
    prepared.body,
  );

const plain = endpoints.filter((one) => one.kind === 'plain');

it('every endpoint has a scenario, and every scenario an endpoint', () => {
  expect(Object.keys(scenarios).sort()).toEqual(endpoints.map(nameOf).sort());
});

describe('success', () => {
  it.each(named(plain))('%s answers what it declares and writes what it says', async (name, one) => {
    const { events = [], entries = events.length, notes = 0 } = scenarios[name] ?? {};
    const prepared = await prepare(one, owner);
    const before = await contentOf(world.database);
    const mark = await markBooks(world.database);
    const { status, body } = await call(one, prepared);

    const { status: declared, shape } = successOf(one);
    expect(status).toBe(declared);
    // A shape drops what it does not know, so a field that is not declared makes the two differ.
    expect(shape ? shape.parse(body) : null).toEqual(body);
    if (Array.isArray(body?.data)) expect(body.data.length).toBeGreaterThan(0);

    if (scenarios[name]?.afterwards) return;
    const books = await booksSince(world.database, mark);
    expect(books.events.map((event) => event.event_type)).toEqual(events);
    expect(one.emits ?? []).toEqual(expect.arrayContaining([...events]));
    const ofEvents = books.entries.filter((entry) => entry.event_id !== null);
    expect([ofEvents.length, books.entries.length - ofEvents.length]).toEqual([entries, notes]);
    const transactions = [
      ...books.events.flatMap((event) => [event.xact, event.queued_in]),
      ...ofEvents.map((entry) => entry.xact),
    ];
    expect(new Set(transactions).size).toBe(events.length > 0 ? 1 : 0);
    const eventIds = books.events.map((event) => event.id);
    await requireCatalogued(world.service, eventIds.map(Number));
    for (const entry of ofEvents) expect(eventIds).toContain(entry.event_id);
    const after = await contentOf(world.database);
    // The notes were counted; apart from them a read writes nothing, nor does what declares that it keeps nothing.
    if (one.method === 'get' || one.keepsNothing)
      expect(after).toEqual({ ...before, ...(notes > 0 ? { audit_log: after.audit_log } : {}) });
    else expect(events).not.toEqual([]);
  });
});

describe('a record of another organization', () => {
  const missing = 2_147_483_647;
  const last = (one: Endpoint) => paramsOf(one).at(-1) ?? '';
  const byId = plain.filter(
    (one) => paramsOf(one).length > 0 && one.can !== 'public' && !scenarios[nameOf(one)]?.sameForAll,
  );

  it.each(named(byId))('%s reads it as one that never was', async (name, one) => {
    const mine = await prepare(one, owner);
    const theirs = await prepare(one, stranger);
    const before = await contentOf(world.database);
    const none = await call(one, {
      ...mine,
      params: { ...mine.params, [last(one)]: words[last(one)] ?? missing },
    });
    expect(none.status).toBe(scenarios[name]?.missingIsEmpty ? 200 : 404);
    expect(none.body).toEqual(
      scenarios[name]?.missingIsEmpty ? { data: [], total: 0 } : { error: expect.any(String) },
    );

    const foreign = [{ ...mine, params: theirs.params ?? {} }];
    for (const param of Object.keys(theirs.params ?? {})) {
      foreign.push({ ...mine, params: { ...mine.params, [param]: theirs.params?.[param] ?? missing } });
    }
    for (const prepared of foreign) {
      const { status, body } = await call(one, prepared);
      expect([status, Object.keys(body)]).toEqual([none.status, Object.keys(none.body)]);
    }
    const own = {
      ...mine.params,
      [last(one)]: Object.values(theirs.params ?? {}).at(-1) ?? missing,
    };
    expect((await call(one, { ...mine, params: own })).body).toEqual(none.body);
    expect(await contentOf(world.database)).toEqual(before);
  });
});

describe('a write that fails', () => {
  const writing = plain.filter((one) => one.emits && !scenarios[nameOf(one)]?.afterwards);
  const breakAt = (when: string) =>
    world.database.query(`
      create or replace function break_write() returns trigger language plpgsql as $$
      begin raise exception 'the secret of the database'; end $$;
      create constraint trigger broken after insert on ${when} for each row execute function break_write()`);
  const mend = (table: string) => world.database.query(`drop trigger broken on ${table}`);

  it.each(named(writing))('%s leaves nothing behind', async (_, one) => {
    const prepared = await prepare(one, owner);
    const before = await contentOf(world.database);
    for (const [table, deferred] of [
      ['outbox', ' deferrable initially deferred'],
      ['audit_log', ''],
    ] as const) {
      await breakAt(`${table}${deferred}`);
      const { status, body } = await call(one, prepared).finally(() => mend(table));
      expect([status, body]).toEqual([500, { error: 'Internal server error' }]);
      expect(await contentOf(world.database)).toEqual(before);
    }
    expect((await call(one, prepared)).status).toBe(successOf(one).status);
  });
});
