import { type Endpoint, successOf } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointName, endpoints, inputFields, requestPath, withNames } from '../request.ts';
import type { PreparedRequest } from '../scenario.ts';
import { scenarios } from '../scenarios.ts';
import { markRecords, readAllContent, readRecordsSince, startWorld, type World } from '../world.ts';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
});
afterAll(() => world.stop());

type Body = Record<string, unknown>;

/** Fields whose returned value PATCH rejects, with the reason. */
const unreadable: Readonly<Record<string, { fields: readonly string[]; reason: string }>> = {
  'PATCH /tasks/:taskId/reminders/:id': {
    fields: ['remind_at'],
    reason: 'computed from the offset in relative reminders',
  },
};

/** Returns the current values of a record that its PATCH accepts. */
function acceptedValues(one: Endpoint, row: Body): Body {
  const left = unreadable[endpointName(one)]?.fields ?? [];
  const fields = inputFields(one.body).filter((name) => name in row && !left.includes(name));
  return Object.fromEntries(fields.map((name) => [name, row[name]]));
}

async function read(one: Endpoint, prepared: PreparedRequest, by: Client): Promise<Body> {
  const { status, body } = await by.call('GET', requestPath(one, prepared));
  expect(status).toBe(200);
  return { ...body, ...(one.path.endsWith('/settings') && body.settings) };
}

const patches = endpoints.filter((one) => one.method === 'patch');

describe('a PATCH with the current values', () => {
  it.each(withNames(patches))('%s writes nothing', async (_, one) => {
    const prepared = (await scenarios[endpointName(one)]?.arrange?.(world, owner)) ?? {};
    const by = prepared.by ?? owner;
    const patch = (body: unknown, headers = {}) =>
      by.call('PATCH', requestPath(one, prepared), body, headers);
    expect((await patch(prepared.body)).status).toBe(successOf(one).status);
    const values = acceptedValues(one, await read(one, prepared, by));
    expect(values).not.toEqual({});

    const mark = await markRecords(world.database);
    const before = await readAllContent(world.database);
    const again = await patch(values);
    expect([again.status, again.body.details]).toEqual([200, undefined]);
    const stale = await patch(values, { 'if-match': '"1-AAAAAAAAAAAAAAAA"' });
    const { status } = await patch(values, { 'if-match': again.headers.get('etag') ?? '' });
    const isVersioned = 'updated_at' in again.body;
    expect([stale.status, status]).toEqual([412, isVersioned ? 200 : 412]);
    expect(await readRecordsSince(world.database, mark)).toEqual({ events: [], entries: [] });
    expect(await readAllContent(world.database)).toEqual(before);
    expect(acceptedValues(one, await read(one, prepared, by))).toEqual(values);
  });
});

describe('the exceptions', () => {
  it('name operations and fields that exist', () => {
    const names = patches.map(endpointName);
    for (const name of Object.keys(unreadable)) expect(names).toContain(name);
    for (const one of patches) {
      expect(inputFields(one.body)).toEqual(
        expect.arrayContaining([...(unreadable[endpointName(one)]?.fields ?? [])]),
      );
    }
  });
});
