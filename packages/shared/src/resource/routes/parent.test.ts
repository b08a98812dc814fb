import type { Client } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from '../../db/index.ts';
import { startThings, type ThingService } from '../testing/things.ts';

const { sql } = Prisma;

let world: ThingService;
let owner: Client;
let thing: number;
beforeAll(async () => {
  world = await startThings();
});
beforeEach(async () => {
  owner = await world.newOrganization();
  thing = (await owner.call('POST', '/things', { name: 'Whole' })).body.id;
});
afterAll(() => world.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const fieldsIn = (response: { body: any }) => Object.keys(response.body.details.fieldErrors);
const parts = (id: number | string = '', below: number = thing) =>
  `/things/${below}/parts${id === '' ? '' : `/${id}`}`;
const part = async (body: object = { name: 'Part' }, below = thing): Promise<number> =>
  (await owner.call('POST', parts('', below), body)).body.id;

describe('a sub-resource', () => {
  it('is created, listed, updated, archived and restored only below its parent', async () => {
    const created = await recorded(() => owner.call('POST', parts(), { name: 'Part' }));
    expect([created.result.status, created.result.body]).toMatchObject([
      201,
      { thing_id: thing, name: 'Part' },
    ]);
    const { id } = created.result.body;
    expect(created.events).toEqual([`thing_part.post_create ${id}`]);
    expect(created.audit).toMatchObject([{ action: 'create', resource: 'thing_part', record_id: id }]);
    const other = (await owner.call('POST', '/things', { name: 'Other' })).body.id;
    await part({ name: 'Elsewhere' }, other);
    expect((await owner.call('GET', parts())).body).toMatchObject({ total: 1, data: [{ id }] });
    for (const [method, path, body, status] of [
      ['GET', parts(id, other), undefined, 404],
      ['PATCH', parts(id, other), { name: 'x' }, 404],
      ['DELETE', parts(id, other), undefined, 404],
      ['POST', `${parts(id, other)}/open`, undefined, 404],
      ['PATCH', parts(id), { thing_id: other }, 422],
      ['PATCH', parts(id), { name: 'Renamed' }, 200],
      ['DELETE', parts(id), undefined, 204],
      ['GET', parts(id), undefined, 404],
      ['POST', `${parts(id, other)}/restore`, undefined, 404],
      ['POST', `${parts(id)}/restore`, undefined, 200],
    ] as const) {
      expect([method, path, (await owner.call(method, path, body)).status]).toEqual([method, path, status]);
    }
    expect((await owner.call('GET', parts(id))).body).toMatchObject({ name: 'Renamed', deleted_at: null });
  });

  it('is not found below a parent that is foreign, archived or out of scope', async () => {
    const id = await part();
    const stranger = await world.newOrganization();
    const outside = await world.newUser(owner, { 'thing:read': ['own'], 'thing:update': ['own'] });
    const attempt = async (by: Client) => {
      const responses = [];
      for (const [method, path, body] of [
        ['GET', parts()],
        ['GET', parts(id)],
        ['POST', parts(), { name: 'x' }],
        ['PATCH', parts(id), { name: 'x' }],
      ] as const) {
        const { result, ...records } = await recorded(() => by.call(method, path, body));
        responses.push(result.status);
        expect([records.events, records.outbox]).toEqual([[], 0]);
      }
      return responses;
    };
    expect(await attempt(stranger)).toEqual([404, 404, 404, 404]);
    expect(await attempt(outside)).toEqual([404, 404, 404, 404]);
    await owner.call('DELETE', `/things/${thing}`);
    expect(await attempt(owner)).toEqual([404, 404, 404, 404]);
  });

  it('can be read, but not changed, by callers who may only read the parent', async () => {
    const id = await part();
    const reader = await world.newUser(owner, { 'thing:read': ['org'], 'thing:update': ['own'] });
    expect((await reader.call('GET', parts(id))).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', parts(), { name: 'x' }],
      ['PATCH', parts(id), { name: 'x' }],
      ['DELETE', parts(id)],
      ['POST', `${parts(id)}/open`],
    ] as const) {
      const { result, events } = await recorded(() => reader.call(method, path, body));
      expect([method, path, result.status, events]).toEqual([method, path, 403, []]);
    }
    const none = await world.newUser(owner, { 'thing:read': ['org'] });
    expect((await none.call('PATCH', parts(id), { name: 'x' })).status).toBe(403);
  });

  it('is never created below a parent that is archived concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await owner.call('POST', '/things', { name: `Round ${round}` })).body;
      const [created, deleted] = await Promise.all([
        owner.call('POST', parts('', id), { name: 'Late' }),
        owner.call('DELETE', `/things/${id}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([201, 404]).toContain(created.status);
    }
  });

  it('supports If-Match', async () => {
    const id = await part();
    const etag = (await owner.call('GET', parts(id))).headers.get('etag') ?? '';
    const headers = { 'if-match': etag };
    expect((await owner.call('PATCH', parts(id), { name: 'One' }, headers)).status).toBe(200);
    const { result, ...records } = await recorded(() =>
      owner.call('PATCH', parts(id), { name: 'Two' }, headers),
    );
    expect([result.status, records]).toEqual([412, nothing]);
  });
});

describe('transitions', () => {
  it('change the state and other fields, with their events', async () => {
    const id = await part();
    const opened = await recorded(() => owner.call('POST', `${parts(id)}/open`));
    expect([opened.result.status, opened.result.body.status]).toEqual([200, 'open']);
    expect(opened.events).toEqual([`thing_part.post_update ${id}`, `thing_part.opened ${id}`]);
    expect(opened.audit).toMatchObject([
      { action: 'update', before: { status: 'draft' }, after: { status: 'open' } },
    ]);
    const closed = await owner.call('POST', `${parts(id)}/close`, { note: 'Done' });
    expect(closed.body).toMatchObject({ status: 'closed', closed_note: 'Done' });
  });

  it('report the state that prevents them, and write nothing', async () => {
    const id = await part();
    await owner.call('POST', `${parts(id)}/open`);
    for (const [path, body, field, message] of [
      ['open', undefined, 'status', 'Is open; must be draft'],
      ['close', { note: 'Part' }, 'note', 'Must say more than the name'],
      ['close', {}, 'note', expect.any(String)],
    ] as const) {
      const { result, ...records } = await recorded(() => owner.call('POST', `${parts(id)}/${path}`, body));
      expect([result.status, fieldsIn(result), records]).toEqual([422, [field], nothing]);
      expect(result.body.details.fieldErrors[field]).toEqual([message]);
    }
  });

  it('run once for concurrent requests', async () => {
    const id = await part();
    const responses = await Promise.all([1, 2, 3].map(() => owner.call('POST', `${parts(id)}/open`)));
    expect(responses.map((one) => one.status).sort()).toEqual([200, 422, 422]);
  });
});

describe('append-only rows', () => {
  const notes = (below = thing) => `/things/${below}/notes`;

  it('are created and read, with the parent as aggregate', async () => {
    const { result, events, audit } = await recorded(() => owner.call('POST', notes(), { body: 'First' }));
    expect([result.status, Object.keys(result.body).sort()]).toEqual([
      201,
      ['body', 'created_at', 'created_by', 'id', 'org_id', 'thing_id'],
    ]);
    expect(events).toEqual([`thing.note.created ${thing}`]);
    expect(audit).toMatchObject([{ action: 'create', resource: 'thing_note', record_id: result.body.id }]);
    await owner.call('POST', notes(), { body: 'Second' });
    const { body } = await owner.call('GET', `${notes()}?q=s`);
    expect(body.data.map((row: { body: string }) => row.body)).toEqual(['Second', 'First']);
    expect((await owner.call('GET', `${notes()}/${result.body.id}`)).body).toEqual(result.body);
  });

  it('cannot be updated, archived or restored', async () => {
    const { id } = (await owner.call('POST', notes(), { body: 'Stays' })).body;
    for (const [method, path] of [
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
    ] as const)
      expect((await owner.call(method, `${notes()}${path}`, {})).status).toBe(405);
    expect((await owner.call('POST', `${notes()}/${id}/restore`)).status).toBe(404);
    expect((await owner.call('GET', `${notes()}?deleted=true`)).status).toBe(422);
  });

  it('require their own permissions and read on the parent', async () => {
    const both = { 'thing:read': ['org'], 'thing_note:read': ['own'], 'thing_note:create': ['org'] };
    const writer = await world.newUser(owner, both);
    const { id } = (await owner.call('POST', notes(), { body: 'Of the owner' })).body;
    const own = await writer.call('POST', notes(), { body: 'Own' });
    expect(own.status).toBe(201);
    // Rows owned by a predicate: their events contain the user, so that the user sees them.
    const [event] = await world.service.rows<{ users: number[] }>(
      sql`select subject_user_ids as users from events where org_id = ${owner.user.org_id}
        and event_type = 'thing.note.created' order by id desc limit 1`,
    );
    expect(event?.users).toContain(writer.user.id);
    expect((await writer.call('GET', notes())).body.data).toEqual([own.body]);
    expect((await writer.call('GET', `${notes()}/${id}`)).status).toBe(404);
    const withoutParent = await world.newUser(owner, {
      'thing_note:read': ['org'],
      'thing_note:create': ['org'],
    });
    expect((await withoutParent.call('GET', notes())).status).toBe(404);
    const withoutCreate = await world.newUser(owner, { 'thing:read': ['org'], 'thing_note:read': ['org'] });
    const { result, ...records } = await recorded(() => withoutCreate.call('POST', notes(), { body: 'x' }));
    expect([result.status, records]).toEqual([403, onlyDenial('create', 'thing_note')]);
  });
});

describe('a singleton', () => {
  const path = '/thing-settings';

  it('has its defaults until the first change, which inserts it', async () => {
    const before = await recorded(() => owner.call('GET', path));
    expect(before.result.body).toEqual({
      org_id: owner.user.org_id,
      color: 'grey',
      updated_at: expect.any(String),
    });
    const same = await recorded(() => owner.call('PATCH', path, { color: 'grey' }));
    expect([same.result.status, same.result.body]).toEqual([200, before.result.body]);
    expect([before, same]).toMatchObject([nothing, nothing]);
    const changed = await recorded(() => owner.call('PATCH', path, { color: 'red' }));
    expect([changed.result.status, changed.result.body.color]).toEqual([200, 'red']);
    expect(changed.events).toHaveLength(1);
    expect(changed.audit).toMatchObject([
      { action: 'update', resource: 'thing_setting', before: { color: 'grey' }, after: { color: 'red' } },
    ]);
    expect((await owner.call('GET', path)).body).toEqual(changed.result.body);
    expect((await (await world.newOrganization()).call('GET', path)).body.color).toBe('grey');
  });

  it('supports If-Match from the first change on, and is inserted once', async () => {
    const etag = (await owner.call('GET', path)).headers.get('etag') ?? '';
    const patch = (color: string) => owner.call('PATCH', path, { color }, { 'if-match': etag });
    expect([(await patch('red')).status, (await patch('blue')).status]).toEqual([200, 412]);
    const fresh = await world.newOrganization();
    const responses = await Promise.all(
      ['red', 'blue', 'red', 'blue'].map((color) => fresh.call('PATCH', path, { color })),
    );
    expect(responses.map((one) => one.status)).toEqual([200, 200, 200, 200]);
  });

  it('requires the permissions to read and update', async () => {
    const reader = await world.newUser(owner, { 'thing_setting:read': ['org'] });
    expect((await reader.call('GET', path)).status).toBe(200);
    expect((await reader.call('PATCH', path, { color: 'red' })).status).toBe(403);
    for (const method of ['POST', 'DELETE']) {
      expect((await owner.call(method, path, {})).status).toBe(405);
    }
  });
});
