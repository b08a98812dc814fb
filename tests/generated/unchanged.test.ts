import { type Endpoint, successOf } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, endpoints, fieldsOf, named, nameOf } from './request.ts';
import type { Prepared } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { booksSince, contentOf, markBooks, startWorld, type World } from './world.ts';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
});
afterAll(() => world.stop());

type Body = Record<string, unknown>;

/** Fields whose shown value their PATCH rejects, each with the reason. */
const unreadable: Readonly<Record<string, { fields: readonly string[]; reason: string }>> = {
  'PATCH /tasks/:taskId/reminders/:id': {
    fields: ['remind_at'],
    reason: 'follows from the offset in reminders of that kind',
  },
};

/** The present values of a record, in the form in which its PATCH accepts them. */
function valuesOf(one: Endpoint, row: Body): Body {
  const left = unreadable[nameOf(one)]?.fields ?? [];
  const fields = fieldsOf(one.body).filter((name) => name in row && !left.includes(name));
  return Object.fromEntries(fields.map((name) => [name, row[name]]));
}

async function read(one: Endpoint, prepared: Prepared, by: Client): Promise<Body> {
  const { status, body } = await by.call('GET', addressOf(one, prepared));
  expect(status).toBe(200);
  return { ...body, ...(one.path.endsWith('/settings') && body.settings) };
}

const patches = endpoints.filter((one) => one.method === 'patch');

describe('a PATCH with the values that a record has', () => {
  it.each(named(patches))('%s writes nothing', async (_, one) => {
    const prepared = (await scenarios[nameOf(one)]?.arrange?.(world, owner)) ?? {};
    const by = prepared.by ?? owner;
    const patch = (body: unknown, headers = {}) => by.call('PATCH', addressOf(one, prepared), body, headers);
    expect((await patch(prepared.body)).status).toBe(successOf(one).status);
    const values = valuesOf(one, await read(one, prepared, by));
    expect(values).not.toEqual({});

    const mark = await markBooks(world.database);
    const before = await contentOf(world.database);
    const again = await patch(values);
    expect([again.status, again.body.details]).toEqual([200, undefined]);
    const stale = await patch(values, { 'if-match': '"1-AAAAAAAAAAAAAAAA"' });
    const { status } = await patch(values, { 'if-match': again.headers.get('etag') ?? '' });
    const isVersioned = 'updated_at' in again.body;
    expect([stale.status, status]).toEqual([412, isVersioned ? 200 : 412]);
    expect(await booksSince(world.database, mark)).toEqual({ events: [], entries: [] });
    expect(await contentOf(world.database)).toEqual(before);
    expect(valuesOf(one, await read(one, prepared, by))).toEqual(values);
  });
});

describe('the exceptions', () => {
  it('name operations and fields that exist', () => {
    const names = patches.map(nameOf);
    for (const name of Object.keys(unreadable)) expect(names).toContain(name);
    for (const one of patches) {
      expect(fieldsOf(one.body)).toEqual(
        expect.arrayContaining([...(unreadable[nameOf(one)]?.fields ?? [])]),
      );
    }
  });
});
