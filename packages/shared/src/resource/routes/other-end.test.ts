import type { Client } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startThings, type ThingService } from '../testing/things.ts';

let world: ThingService;
let owner: Client;
let things = 0;
beforeAll(async () => {
  world = await startThings();
  owner = await world.newOrganization();
});
afterAll(() => world.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const pathOf = (thing: number, id?: number) => `/things/${thing}/links${id === undefined ? '' : `/${id}`}`;
const listed = async (thing: number, query = '') =>
  (await owner.call('GET', `${pathOf(thing)}${query}`)).body.data;

async function thing(body: object = {}): Promise<number> {
  things += 1;
  return (await owner.call('POST', '/things', { name: `Thing ${things}`, ...body })).body.id;
}
async function linked() {
  const [a, b] = [await thing(), await thing()];
  const { result, events } = await recorded(() =>
    owner.call('POST', pathOf(a), { other_thing_id: b, kind: 'holds', note: 'With tape' }),
  );
  expect(result.status).toBe(201);
  return { a, b, id: result.body.id, row: result.body, events };
}

describe('rows that relate two records', () => {
  it('are created below one, and listed below both', async () => {
    const { a, b, id, row, events } = await linked();
    expect(row).toMatchObject({ thing_id: a, other_thing_id: b, kind: 'holds', direction: 'outgoing' });
    expect(events).toEqual([`thing_link.post_create ${id}`]);
    expect(await listed(a)).toEqual([row]);
    const fromOther = { ...row, thing_id: b, other_thing_id: a, kind: 'is_held_by', direction: 'incoming' };
    expect(await listed(b)).toEqual([fromOther]);
    expect((await owner.call('GET', pathOf(b, id))).body).toEqual(fromOther);
    const stranger = await thing();
    expect(await listed(stranger)).toEqual([]);
    expect((await owner.call('GET', pathOf(stranger, id))).status).toBe(404);
  });

  it('are filtered by the values as seen from the record in the path', async () => {
    const { a, b, row } = await linked();
    expect(await listed(a, '?kind=holds')).toEqual([row]);
    expect(await listed(a, '?kind=is_held_by,touches')).toEqual([]);
    expect(await listed(b, '?kind=holds')).toEqual([]);
    expect(await listed(b, '?kind=touches,is_held_by')).toMatchObject([{ id: row.id, kind: 'is_held_by' }]);
    const { status, body } = await owner.call('GET', `${pathOf(a)}?kind=held`);
    expect([status, body.details.fieldErrors]).toEqual([
      422,
      { kind: ['Must be one or more of these, separated by commas: holds, touches, is_held_by'] },
    ]);
  });

  it('are updated below either, and still belong to the first record', async () => {
    const { a, b, id } = await linked();
    for (const [end, note, direction] of [
      [a, 'With glue', 'outgoing'],
      [b, 'With nails', 'incoming'],
    ] as const) {
      const { result, events } = await recorded(() => owner.call('PATCH', pathOf(end, id), { note }));
      expect([result.status, result.body]).toEqual([200, (await owner.call('GET', pathOf(end, id))).body]);
      expect(result.body).toMatchObject({ thing_id: end, note, direction });
      expect(events).toEqual([`thing_link.post_update ${id}`]);
      const again = await recorded(() => owner.call('PATCH', pathOf(end, id), { note }));
      expect(again).toMatchObject({ result: { status: 200, body: result.body }, ...nothing });
    }
    expect(await listed(a)).toMatchObject([{ thing_id: a, other_thing_id: b, note: 'With nails' }]);
  });

  it('are deleted and restored below either', async () => {
    const { a, b, id } = await linked();
    for (const end of [a, b]) {
      expect((await owner.call('DELETE', pathOf(end, id))).status).toBe(204);
      expect([await listed(a), await listed(b)]).toEqual([[], []]);
      expect(await listed(end, '?deleted=true')).toMatchObject([{ id, thing_id: end }]);
      const { status, body } = await owner.call('POST', `${pathOf(end, id)}/restore`);
      expect([status, body]).toEqual([200, (await owner.call('GET', pathOf(end, id))).body]);
    }
  });

  it('require the write right on the first record to create, and read on both', async () => {
    const mine = await world.newUser(owner, { 'thing:read': ['own'], 'thing:update': ['own'] });
    const own = { user_id: mine.user.id };
    const [a, b, c] = [await thing(own), await thing(), await thing(own)];
    const link = (from: number, to: number) =>
      mine.call('POST', pathOf(from), { other_thing_id: to, kind: 'holds' });
    expect((await link(a, c)).status).toBe(201);
    const hidden = await link(a, b);
    expect([hidden.status, hidden.body]).toEqual([422, (await link(a, 2_147_483_000)).body]);
    expect((await link(b, a)).status).toBe(404);
    expect((await mine.call('GET', pathOf(b))).status).toBe(404);
  });
});

it.each(['POST', 'PATCH'])('rejects direction and the id in the path: %s', async (method) => {
  const { a, b, id } = await linked();
  for (const extra of [{ direction: 'incoming' }, { thing_id: b }]) {
    const body = method === 'POST' ? { other_thing_id: b, kind: 'holds', ...extra } : extra;
    const { status, body: responseBody } = await owner.call(
      method,
      method === 'POST' ? pathOf(a) : pathOf(a, id),
      body,
    );
    expect([status, Object.keys(responseBody.details.fieldErrors)]).toEqual([422, Object.keys(extra)]);
  }
});
