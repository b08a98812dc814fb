import type { Client } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Prisma } from '../../db/index.ts';
import { executeOperational } from '../../db/operational.ts';
import { field } from '../contract/field.ts';
import { startThings, type ThingService } from '../testing/things.ts';
import { addressedByCapability } from './addressed-by.ts';

const { sql } = Prisma;

let world: ThingService;
let owner: Client;
let shelf: number;
beforeAll(async () => {
  world = await startThings();
});
beforeEach(async () => {
  owner = await world.newOrganization();
  shelf = (await owner.call('POST', '/shelves', { code: 'left', name: 'Left' })).body.id;
});
afterAll(() => world.stop());

const boxes = '/shelves/left/boxes';
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const box = async (name: string): Promise<number> => (await owner.call('POST', boxes, { name })).body.id;
const listed = async (query = '', by = owner) =>
  (await by.call('GET', `${boxes}${query}`)).body.data.map(
    (one: { name: string; position: number }) => `${one.position} ${one.name}`,
  );

describe('rows addressed by a field', () => {
  it('are read, updated and deleted by it, not by id', async () => {
    expect((await owner.call('GET', '/shelves/left')).body).toMatchObject({ id: shelf, code: 'left' });
    expect((await owner.call('GET', `/shelves/${shelf}`)).status).toBe(404);
    expect((await owner.call('GET', '/shelves/right')).status).toBe(404);
    const changed = await recorded(() => owner.call('PATCH', '/shelves/left', { name: 'Far left' }));
    expect([changed.result.status, changed.result.body.name]).toEqual([200, 'Far left']);
    expect(changed.events).toEqual([`thing_shelf.post_update ${shelf}`]);
    const same = await recorded(() => owner.call('PATCH', '/shelves/left', { name: 'Far left' }));
    expect([same.result.body, same.events, same.audit]).toEqual([changed.result.body, [], []]);
    const renamed = await recorded(() => owner.call('PATCH', '/shelves/left', { code: 'right' }));
    expect([renamed.result.status, renamed.events]).toEqual([422, []]);
    expect((await owner.call('DELETE', '/shelves/left')).status).toBe(204);
    for (const [method, path] of [
      ['GET', '/shelves/left'],
      ['PATCH', '/shelves/left'],
      ['DELETE', '/shelves/left'],
      ['GET', boxes],
      ['POST', '/shelves/left/restore'],
    ] as const) {
      const { status } = await owner.call(method, path, method === 'PATCH' ? { name: 'x' } : undefined);
      expect([method, path, status]).toEqual([method, path, 404]);
    }
  });

  it('belong to one organization, and free their address when deleted', async () => {
    const stranger = await world.newOrganization();
    expect((await stranger.call('GET', '/shelves/left')).status).toBe(404);
    expect((await stranger.call('POST', '/shelves', { code: 'left', name: 'Other' })).status).toBe(201);
    expect((await owner.call('POST', '/shelves', { code: 'left', name: 'Again' })).status).toBe(422);
    await owner.call('DELETE', '/shelves/left');
    const { body } = await owner.call('POST', '/shelves', { code: 'left', name: 'Again' });
    expect(body.id).not.toBe(shelf);
    expect((await owner.call('GET', '/shelves/left')).body).toEqual(body);
    expect((await stranger.call('POST', `/shelves/${shelf}/restore`)).status).toBe(404);
    const taken = await recorded(() => owner.call('POST', `/shelves/${shelf}/restore`));
    expect([taken.result.status, Object.keys(taken.result.body.details.fieldErrors)]).toEqual([
      422,
      ['code'],
    ]);
    expect(taken).toMatchObject(nothing);
  });

  it('are restored by their id', async () => {
    const before = (await owner.call('GET', '/shelves/left')).body;
    await owner.call('DELETE', '/shelves/left');
    const { result, events, audit } = await recorded(() => owner.call('POST', `/shelves/${shelf}/restore`));
    expect([result.status, events]).toEqual([200, [`thing_shelf.post_restore ${shelf}`]]);
    expect(result.body).toEqual({ ...before, updated_at: expect.any(String) });
    expect(audit).toMatchObject([
      { action: 'restore', before: { deleted_at: expect.any(String) }, after: { deleted_at: null } },
    ]);
    expect((await owner.call('GET', '/shelves/left')).body).toEqual(result.body);
  });

  it('support If-Match', async () => {
    const headers = { 'if-match': (await owner.call('GET', '/shelves/left')).headers.get('etag') ?? '' };
    expect((await owner.call('PATCH', '/shelves/left', { name: 'One' }, headers)).status).toBe(200);
    expect((await owner.call('PATCH', '/shelves/left', { name: 'Two' }, headers)).status).toBe(412);
  });

  it('require a field that cannot be changed', () => {
    const base = { code: 'x', fields: { code: field(z.string()) } } as never;
    expect(() => addressedByCapability('name', base)).toThrow('addressedBy: name is not a field');
    expect(() => addressedByCapability('code', base)).toThrow("addressedBy: code must be writable: 'once'");
  });
});

it('custom fields are rejected if no area defines them', async () => {
  const { body } = await owner.call('GET', '/shelves/left');
  expect(body.custom).toEqual({});
  const attempt = await recorded(() =>
    Promise.all([
      owner.call('POST', '/shelves', { code: 'right', name: 'Right', custom: { color: 'red' } }),
      owner.call('PATCH', '/shelves/left', { name: 'Far left', custom: { color: 'red' } }),
    ]),
  );
  for (const { status, body } of attempt.result) {
    const { fieldErrors } = body.details;
    expect([status, fieldErrors]).toEqual([422, { 'custom.color': ['Is not defined for this resource'] }]);
  }
  expect(attempt).toMatchObject(nothing);
  expect((await owner.call('PATCH', '/shelves/left', { custom: {} })).body).toEqual(body);
});

describe('children of an addressed row', () => {
  it('are recorded with their own name and the parent as aggregate', async () => {
    const { result, events } = await recorded(() => owner.call('POST', boxes, { name: 'Nails' }));
    expect(result.body).toMatchObject({ shelf_id: shelf, position: 0 });
    expect(events).toEqual([`thing_shelf.box.created ${shelf}`]);
    const [event] = await world.service.rows<{ record_name: string }>(
      sql`select payload ->> 'record_name' as record_name from events where org_id = ${owner.user.org_id}
        and event_type = 'thing_shelf.box.created'`,
    );
    expect(event?.record_name).toBe('Nails');
  });

  it.each([
    ['create', 'POST', '', 201],
    ['update', 'PATCH', '/:id', 200],
    ['update', 'POST', '/reorder', 200],
    ['archive', 'DELETE', '/:id', 204],
    ['manage', 'POST', '/:id/restore', 200],
  ] as const)('require %s on the parent: %s %s', async (right, method, path, status) => {
    const id = await box('Nails');
    if (right === 'manage') await owner.call('DELETE', `${boxes}/${id}`);
    const bodies: Record<string, unknown> = {
      '': { name: 'x' },
      '/:id': { name: 'x' },
      '/reorder': { ids: [id] },
    };
    const attempt = (by: Client) =>
      by.call(method, `${boxes}${path.replace(':id', String(id))}`, bodies[path]);
    const others = ['create', 'update', 'archive'].filter((one) => one !== right);
    const rights = Object.fromEntries(['read', ...others].map((one) => [`thing_shelf:${one}`, ['org']]));
    const { result, ...records } = await recorded(async () => attempt(await world.newUser(owner, rights)));
    expect([result.status, records.events.filter((one) => one.startsWith('thing'))]).toEqual([403, []]);
    const permitted = { 'thing_shelf:read': ['org'], [`thing_shelf:${right}`]: ['org'] };
    expect((await attempt(await world.newUser(owner, permitted))).status).toBe(status);
  });

  it('are listed after live rows when archived, for all callers who may list', async () => {
    const [first] = [await box('Nails'), await box('Bolts'), await box('Anchors')];
    await owner.call('DELETE', `${boxes}/${first}`);
    const reader = await world.newUser(owner, { 'thing_shelf:read': ['org'] });
    expect(await listed('', reader)).toEqual(['0 Bolts', '1 Anchors']);
    expect(await listed('?archived=false', reader)).toEqual(['0 Bolts', '1 Anchors']);
    expect(await listed('?archived=true', reader)).toEqual(['0 Bolts', '1 Anchors', '0 Nails']);
    expect(await listed('?archived=true&sort=-name', reader)).toEqual(['0 Bolts', '1 Anchors', '0 Nails']);
    expect(await listed('?deleted=true')).toEqual(['0 Nails']);
    expect((await reader.call('GET', `${boxes}?deleted=true`)).status).toBe(403);
    expect((await owner.call('GET', '/shelves?archived=true')).status).toBe(422);
  });
});

describe('ordered rows with existing gaps', () => {
  it('keep their order, and lose the gaps on reorder', async () => {
    const ids = [await box('a'), await box('b'), await box('c'), await box('d')];
    await executeOperational(
      world.service.platform,
      sql`update thing_shelf_boxes set position = position * 10 where org_id = ${owner.user.org_id}`,
    );
    await owner.call('DELETE', `${boxes}/${ids[1]}`);
    await box('e');
    expect((await listed()).map((one: string) => one.split(' ')[1])).toEqual(['a', 'c', 'd', 'e']);
    const now = (await owner.call('GET', boxes)).body.data.map((one: { id: number }) => one.id);
    const { result, events } = await recorded(() => owner.call('POST', `${boxes}/reorder`, { ids: now }));
    expect(result.body.data.map((one: { position: number }) => one.position)).toEqual([0, 1, 2, 3]);
    expect(events).toHaveLength(3);
  });
});

it('a reorder waits for an uncommitted deletion of the parent, and is then rejected', async () => {
  const ids = [await box('a'), await box('b')];
  const other = new pg.Client({ connectionString: world.service.config.DATABASE_URL });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('update thing_shelves set deleted_at = now() where org_id = $1', [owner.user.org_id]);
    const { result, ...records } = await recorded(async () => {
      const response = owner.call('POST', `${boxes}/reorder`, { ids: ids.toReversed() });
      await waitUntilBlocking(other);
      await other.query('commit');
      return response;
    });
    expect([result.status, records]).toEqual([404, nothing]);
  } finally {
    await other.end();
  }
});

it('concurrent reorders, writes and deletion of the parent never deadlock', async () => {
  for (let round = 0; round < 5; round += 1) {
    await owner.call('POST', '/shelves', { code: 'left', name: 'Left' });
    const ids = [await box('a'), await box('b'), await box('c')];
    const responses = await Promise.all([
      owner.call('POST', `${boxes}/reorder`, { ids: ids.toReversed() }),
      owner.call('PATCH', `${boxes}/${ids[2]}`, { name: 'x' }),
      owner.call('DELETE', `${boxes}/${ids[0]}`),
      owner.call('DELETE', '/shelves/left'),
      owner.call('POST', `${boxes}/reorder`, { ids }),
    ]);
    for (const { status } of responses) expect([200, 204, 404, 422]).toContain(status);
  }
  const { result, ...records } = await recorded(() => owner.call('POST', `${boxes}/reorder`, { ids: [] }));
  expect([result.status, records]).toEqual([404, nothing]);
});
