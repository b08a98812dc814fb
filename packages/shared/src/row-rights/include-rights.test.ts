import type { Client } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startThings, type ThingService } from '../resource/testing/things.ts';

let world: ThingService;
let owner: Client;
let own: number;
let other: number;
let member: Client;
beforeAll(async () => {
  world = await startThings();
  owner = await world.newOrganization();
  member = await world.newUser(owner, {
    'thing:read': ['org'],
    'thing:create': ['org'],
    'thing:update': ['own'],
    'thing:archive': ['org'],
  });
  own = (await member.call('POST', '/things', { name: 'own' })).body.id;
  other = (await owner.call('POST', '/things', { name: 'other' })).body.id;
  for (const id of [own, other]) await owner.call('POST', `/things/${id}/parts`, { name: 'part' });
});
afterAll(() => world.stop());

const rights = async (by: Client, path: string): Promise<Record<string, string[]>> => {
  const { status, body } = await by.call('GET', path);
  expect([path, status]).toEqual([path, 200]);
  const rows: { id: number; can: string[] }[] = body.data ?? [body];
  return Object.fromEntries(rows.map(({ id, can }) => [id, can]));
};

/** The number of statements that look up rights on rows while something runs. */
async function countLookups(run: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await run();
    return query.mock.calls.filter(([sent]) => JSON.stringify(sent).includes('as held from')).length;
  } finally {
    query.mockRestore();
  }
}

const all = ['update', 'archive', 'manage'];

it('returns rights only on request', async () => {
  const { body } = await owner.call('GET', '/things');
  expect(body.data.some((row: object) => 'can' in row)).toBe(false);
  expect((await owner.call('GET', `/things/${own}`)).body).not.toHaveProperty('can');
  const refused = await owner.call('GET', '/things?include=rights');
  expect([refused.status, Object.keys(refused.body.details.fieldErrors)]).toEqual([422, ['include']]);
});

describe('with permissions for the whole organization', () => {
  it('returns the rights of all rows without a statement', async () => {
    const viewer = await world.newUser(owner, { 'thing:read': ['org'] });
    const lookups = await countLookups(async () => {
      expect(await rights(owner, '/things?include=can')).toEqual({ [own]: all, [other]: all });
      expect(await rights(owner, `/things/${own}?include=can`)).toEqual({ [own]: all });
      expect(await rights(viewer, '/things?include=can')).toEqual({ [own]: [], [other]: [] });
    });
    expect(lookups).toBe(0);
  });

  it('returns the same rights for deleted rows', async () => {
    const { id } = (await owner.call('POST', '/things', { name: 'deleted' })).body;
    await owner.call('DELETE', `/things/${id}`);
    expect(await rights(owner, '/things?deleted=true&include=can')).toEqual({ [id]: all });
  });
});

describe('with permissions for some rows', () => {
  it('returns the rights of each row, by one statement for a page', async () => {
    const expected = { [own]: ['update', 'archive'], [other]: ['archive'] };
    const page = () => rights(member, '/things?include=can');
    expect(await countLookups(async () => expect(await page()).toEqual(expected))).toBe(1);
    for (const id of [own, other])
      expect(await rights(member, `/things/${id}?include=can`)).toEqual({ [id]: expected[id] });
    expect(await countLookups(() => rights(member, '/things?include=can&name=nothing'))).toBe(0);
  });

  it('returns the rights on the parent for rows without permissions of their own', async () => {
    for (const [id, can] of [
      [own, ['update']],
      [other, []],
    ] as const) {
      const [found] = Object.values(await rights(member, `/things/${id}/parts?include=can`));
      expect([id, found]).toEqual([id, can]);
      const { data } = (await member.call('GET', `/things/${id}/parts`)).body;
      const { status } = await member.call('PATCH', `/things/${id}/parts/${data[0].id}`, {});
      expect([id, status]).toEqual([id, can.length > 0 ? 200 : 403]);
    }
  });
});

it('has an ETag that a change accepts', async () => {
  const { headers } = await owner.call('GET', `/things/${own}?include=can`);
  const changed = await owner.call(
    'PATCH',
    `/things/${own}`,
    { note: 'a' },
    { 'if-match': headers.get('etag') ?? '' },
  );
  expect(changed.status).toBe(200);
});
