import type { Client } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BranchService, startBranches } from '../testing/branches.ts';

let world: BranchService;
let owner: Client;
beforeAll(async () => {
  world = await startBranches();
});
beforeEach(async () => {
  owner = await world.newOrganization();
});
afterAll(() => world.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const createRow = async (path: string, body: object, by = owner): Promise<any> => {
  const response = await by.call('POST', path, body);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
};
const fieldErrors = (response: { body: any }) => response.body.details?.fieldErrors;

const order = async (parent_id: number | null = null) => {
  const filter = parent_id === null ? 'parent_id_is_null=true' : `parent_id=${parent_id}`;
  const { body } = await owner.call('GET', `/branches?${filter}&limit=100`);
  return body.data.map((one: any) => `${one.position} ${one.name}`);
};
const branch = (name: string, parent_id: number | null = null, kind = 'room') =>
  createRow('/branches', { name, parent_id, kind });

describe('ordered rows', () => {
  it('are appended on create and restore, and close the gap on archive', async () => {
    const [a, b] = [await branch('a'), await branch('b')];
    await branch('c');
    expect(await order()).toEqual(['0 a', '1 b', '2 c']);
    await owner.call('DELETE', `/branches/${a.id}`);
    expect(await order()).toEqual(['0 b', '1 c']);
    expect((await owner.call('POST', `/branches/${a.id}/restore`)).body.position).toBe(2);
    expect(await order()).toEqual(['0 b', '1 c', '2 a']);
    expect(b.position).toBe(1);
  });

  it('have unique positions after concurrent creates and archives', async () => {
    const first = await Promise.all(Array.from({ length: 12 }, (_, index) => branch(`n${index}`)));
    await Promise.all([
      ...first.slice(0, 6).map(({ id }) => owner.call('DELETE', `/branches/${id}`)),
      ...Array.from({ length: 6 }, (_, index) => branch(`m${index}`)),
    ]);
    const positions = (await order()).map((one: string) => Number(one.split(' ')[0]));
    expect(positions).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });

  it('are reordered with an event and an audit entry per moved row', async () => {
    const [a, b, c] = [await branch('a'), await branch('b'), await branch('c')];
    const { result, events, audit } = await recorded(() =>
      owner.call('POST', '/branches/reorder', { parent_id: null, ids: [b.id, a.id, c.id] }),
    );
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject({ total: 3, data: [{ name: 'b' }, { name: 'a' }, { name: 'c' }] });
    expect(events.sort()).toEqual([a, b].map(({ id }) => `branch.post_update ${id}`).sort());
    expect(audit).toHaveLength(2);
    const same = await recorded(() =>
      owner.call('POST', '/branches/reorder', { parent_id: null, ids: [b.id, a.id, c.id] }),
    );
    expect([same.result.status, same.events, same.audit]).toEqual([200, [], []]);
  });

  it.each<[string, (ids: number[]) => number[]]>([
    ['an id is missing', (ids) => ids.slice(1)],
    ['an id is repeated', ([a = 0, b = 0]) => [a, b, b]],
    ['an id does not exist', ([a = 0, b = 0]) => [a, b, 2_000_000_000]],
    ['an extra id does not exist', (ids) => [...ids, 2_000_000_000]],
  ])('reject a reorder if %s', async (_, change) => {
    const ids = [(await branch('a')).id, (await branch('b')).id, (await branch('c')).id];
    const { result, ...records } = await recorded(() =>
      owner.call('POST', '/branches/reorder', { parent_id: null, ids: change(ids) }),
    );
    expect(result.status).toBe(422);
    expect(fieldErrors(result)).toEqual({
      ids: ['Must be the ids of all 3 records that are not deleted, each once'],
    });
    expect(records).toMatchObject(nothing);
    expect(await order()).toEqual(['0 a', '1 b', '2 c']);
  });

  it('reject a reorder by a caller who may not update all of the rows', async () => {
    const employee = await world.newUser(owner, ['employee', 'viewer']);
    const ids = [
      (await branch('a')).id,
      (await createRow('/branches', { name: 'b', kind: 'room' }, employee)).id,
    ];
    const response = await employee.call('POST', '/branches/reorder', { parent_id: null, ids });
    expect(response.status).toBe(403);
    expect(await order()).toEqual(['0 a', '1 b']);
  });
});

describe('a tree', () => {
  it('nests rows below their parents, in order', async () => {
    const site = await branch('site', null, 'site');
    const house = await branch('house', site.id, 'building');
    await branch('kitchen', house.id);
    await branch('hall', house.id);
    const { body } = await owner.call('GET', '/branches/tree');
    expect(body).toEqual({
      total: 4,
      data: [
        {
          ...{ id: site.id, parent_id: null, name: 'site' },
          children: [
            {
              ...{ id: house.id, parent_id: site.id, name: 'house' },
              children: [
                { id: expect.any(Number), parent_id: house.id, name: 'kitchen', children: [] },
                { id: expect.any(Number), parent_id: house.id, name: 'hall', children: [] },
              ],
            },
          ],
        },
      ],
    });
  });

  it('returns rows at the root level if the caller may not read their parents', async () => {
    const employee = await world.newUser(owner, ['employee']);
    const above = await branch('above');
    const own = await createRow('/branches', { name: 'own', kind: 'room' }, employee);
    await owner.call('POST', `/branches/${own.id}/move`, { parent_id: above.id });
    const { body } = await employee.call('GET', '/branches/tree');
    expect(body.data).toEqual([{ id: own.id, parent_id: above.id, name: 'own', children: [] }]);
  });

  it('appends a moved row to its new siblings and closes the old gap', async () => {
    const [a, b] = [await branch('a'), await branch('b')];
    await branch('c');
    await branch('b1', b.id);
    const { result, events } = await recorded(() =>
      owner.call('POST', `/branches/${a.id}/move`, { parent_id: b.id }),
    );
    expect(result.body).toMatchObject({ parent_id: b.id, position: 1 });
    expect(events).toEqual([`branch.post_update ${a.id}`]);
    expect(await order()).toEqual(['0 b', '1 c']);
    expect(await order(b.id)).toEqual(['0 b1', '1 a']);
  });

  it('rejects a move below itself, beyond the maximum depth, or below a kind that is not allowed', async () => {
    const [a, b] = [await branch('a'), await branch('b')];
    const c = await branch('c', b.id);
    await branch('d', c.id);
    const site = await branch('site', null, 'site');
    const move = async (id: number, parent_id: number) =>
      fieldErrors(await owner.call('POST', `/branches/${id}/move`, { parent_id }));
    expect(await move(b.id, b.id)).toEqual({ parent_id: ['Must not be the branch itself or below it'] });
    expect(await move(b.id, c.id)).toEqual({ parent_id: ['Must not be the branch itself or below it'] });
    expect(await move(b.id, a.id)).toEqual({ parent_id: ['Exceeds the maximum depth of 3 levels'] });
    expect(await move(a.id, site.id)).toEqual({
      parent_id: ['room must be at the top or below building or room'],
    });
    expect(await order()).toEqual(['0 a', '1 b', '2 site']);
  });

  it('rejects a change of kind if the children of the row are not allowed below the new kind', async () => {
    const house = await branch('house', (await branch('site', null, 'site')).id, 'building');
    const room = await branch('kitchen', house.id);
    const change = () => owner.call('PATCH', `/branches/${house.id}`, { kind: 'site', parent_id: null });
    const { result, ...records } = await recorded(change);
    const kind = ['Has room below it, which must be at the top or below building or room'];
    expect([fieldErrors(result), records]).toMatchObject([{ kind }, nothing]);
    await owner.call('DELETE', `/branches/${room.id}`);
    expect((await change()).body).toMatchObject({ kind: 'site', parent_id: null });
  });

  it('never forms a cycle by concurrent moves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await branch('a'), await branch('b')];
      const responses = await Promise.all([
        owner.call('POST', `/branches/${a.id}/move`, { parent_id: b.id }),
        owner.call('POST', `/branches/${b.id}/move`, { parent_id: a.id }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it('rejects archiving a row with children', async () => {
    const a = await branch('a');
    const b = await branch('b', a.id);
    const rejected = await owner.call('DELETE', `/branches/${a.id}`);
    expect(fieldErrors(rejected)).toEqual({ id: ['Has 1 branch below it; move or delete it first'] });
    expect((await owner.call('DELETE', `/branches/${b.id}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/branches/${a.id}`)).status).toBe(204);
    const restored = await owner.call('POST', `/branches/${b.id}/restore`);
    expect(Object.keys(fieldErrors(restored))).toEqual(['parent_id']);
  });
});

describe('versions', () => {
  it('are created by publish and never change', async () => {
    const { id, version } = await createRow('/drafts', { title: 'One', body: 'first' });
    expect(version).toBe(0);
    const { result, events, audit } = await recorded(() => owner.call('POST', `/drafts/${id}/publish`));
    expect([result.status, result.body.version]).toEqual([200, 1]);
    expect(events).toEqual([`draft.post_update ${id}`, `draft.published ${id}`]);
    expect(audit.length).toBeGreaterThan(0);
    await owner.call('PATCH', `/drafts/${id}`, { body: 'second' });
    await owner.call('POST', `/drafts/${id}/publish`);
    const list = await owner.call('GET', `/drafts/${id}/versions`);
    expect(list.body).toMatchObject({
      total: 2,
      data: [
        { version: 2, snapshot: { title: 'One', body: 'second' }, changed_by: owner.user.id },
        { version: 1, snapshot: { title: 'One', body: 'first' } },
      ],
    });
    expect((await owner.call('GET', `/drafts/${id}/versions/1`)).body.snapshot.body).toBe('first');
    expect((await owner.call('GET', `/drafts/${id}/versions/3`)).status).toBe(404);
    expect((await owner.call('GET', `/drafts/${id}/versions/x`)).status).toBe(404);
  });

  it('are not created from an unchanged draft', async () => {
    const { id } = await createRow('/drafts', { title: 'One' });
    await owner.call('POST', `/drafts/${id}/publish`);
    const { result, ...records } = await recorded(() => owner.call('POST', `/drafts/${id}/publish`));
    expect(fieldErrors(result)).toEqual({ version: ['Nothing has changed since version 1'] });
    expect(records).toMatchObject(nothing);
  });

  it('are created once by concurrent publishes', async () => {
    const { id } = await createRow('/drafts', { title: 'One' });
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => owner.call('POST', `/drafts/${id}/publish`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });

  it('are not visible to other organizations', async () => {
    const { id } = await createRow('/drafts', { title: 'One' });
    await owner.call('POST', `/drafts/${id}/publish`);
    const stranger = await world.newOrganization();
    expect((await stranger.call('GET', `/drafts/${id}/versions`)).status).toBe(404);
    expect((await stranger.call('GET', `/drafts/${id}/versions/1`)).status).toBe(404);
    expect((await stranger.call('POST', `/drafts/${id}/publish`)).status).toBe(404);
  });
});

describe('custom fields', () => {
  it('are validated by the area that defines them', async () => {
    const { custom } = await createRow('/drafts', { title: 'One', custom: { color: 'red' } });
    expect(custom).toEqual({ color: 'red' });
    const { result, ...records } = await recorded(() =>
      owner.call('POST', '/drafts', { title: 'Two', custom: { color: 7 } }),
    );
    expect(fieldErrors(result)).toEqual({ 'custom.color': ['Must be text'] });
    expect(records).toMatchObject(nothing);
  });

  it('are replaced as a whole, and unchanged if not sent', async () => {
    const { id } = await createRow('/drafts', { title: 'One', custom: { color: 'red', size: 3 } });
    const { result, events, audit } = await recorded(() =>
      owner.call('PATCH', `/drafts/${id}`, { custom: { size: 4 } }),
    );
    expect([result.status, result.body.custom, events]).toEqual([
      200,
      { size: 4 },
      [`draft.post_update ${id}`],
    ]);
    expect(audit).toMatchObject([
      { before: { custom: { color: 'red', size: 3 } }, after: { custom: { size: 4 } } },
    ]);
    expect((await owner.call('PATCH', `/drafts/${id}`, { title: 'Two' })).body.custom).toEqual({ size: 4 });
    const same = await recorded(() => owner.call('PATCH', `/drafts/${id}`, { custom: { size: 4 } }));
    expect([same.result.status, same.events]).toEqual([200, []]);
    const rejected = await recorded(() => owner.call('PATCH', `/drafts/${id}`, { custom: { color: 7 } }));
    expect(fieldErrors(rejected.result)).toEqual({ 'custom.color': ['Must be text'] });
    expect(rejected).toMatchObject(nothing);
  });

  it('are limited to 100', async () => {
    const custom = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, index]));
    await createRow('/drafts', { title: 'Many', custom: custom(100) });
    const rejected = await owner.call('POST', '/drafts', { title: 'Too many', custom: custom(101) });
    expect([rejected.status, fieldErrors(rejected)]).toEqual([
      422,
      { custom: ['Must have at most 100 fields'] },
    ]);
  });
});
