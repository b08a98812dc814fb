import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const recorded = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);
const post = (name: string, kind: string, fields: object = {}, by = owner) =>
  by.call('POST', '/places', { name, kind, ...fields });
const create = async (name: string, kind: string, fields: object = {}, by = owner): Promise<number> => {
  const { status, body } = await post(name, kind, fields, by);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
};
const get = async (id: number) => (await owner.call('GET', `/places/${id}`)).body;
const move = (id: number, parent_id: number | null) =>
  owner.call('POST', `/places/${id}/move`, { parent_id });
const newCalendar = async (name: string, by = owner): Promise<number> =>
  (await by.call('POST', '/holiday-calendars', { name })).body.id;

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

it('creates and changes a place, each with an event and an audit entry', async () => {
  const address = { line1: 'Main Street 1', city: 'Vienna', country: 'AT' };
  const fields = { address, capacity: 12, is_bookable: true, time_zone: 'Europe/Vienna' };
  const created = await recorded(() => post('Head office', 'office', fields));
  const { id } = created.result.body;
  expect(created.result).toMatchObject({ status: 201, body: { ...fields, parent_id: null } });
  expect(created.events).toEqual([`place.post_create ${id}`]);
  expect(created.audit).toMatchObject([{ action: 'create', resource: 'place', after: { address } }]);
  const changed = await recorded(() => owner.call('PATCH', `/places/${id}`, { capacity: null }));
  expect([changed.result.body.capacity, changed.events]).toEqual([null, [`place.post_update ${id}`]]);
  const same = await recorded(() => owner.call('PATCH', `/places/${id}`, { address }));
  expect(same).toMatchObject({ ...nothing, result: { status: 200 } });
});

it('rejects names that a path would divide, except one from before', async () => {
  const message = 'Must not contain " / " or end with " /", which separates names in a path';
  for (const name of ['Austria / Vienna', 'Austria /'])
    await expectRejected(() => post(name, 'city'), { name: [message] });
  const id = await create('A/B /C', 'city');
  const rename = (name: string) => owner.call('PATCH', `/places/${id}`, { name, capacity: 5 });
  await expectRejected(() => rename('A / B'), { name: [message] });
  await executeOperational(
    service.platform,
    sql`update places set name = 'A / B' where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
  expect((await rename('A / B')).body).toMatchObject({ name: 'A / B', capacity: 5 });
});

describe('coordinates', () => {
  it('are set, changed and removed together, in degrees', async () => {
    const created = await recorded(() => post('Office', 'office', { lat: 48.2081743, lng: -16.3738189 }));
    const { id } = created.result.body;
    expect([created.result.body.lat, created.result.body.lng]).toEqual([48.2081743, -16.3738189]);
    expect(created.audit).toMatchObject([{ after: { lat: 48.2081743, lng: -16.3738189 } }]);
    const change = (fields: object) => owner.call('PATCH', `/places/${id}`, fields);
    for (const [lat, lng] of [
      [90, -180],
      [-90, 180],
      [0, 0],
    ])
      expect((await change({ lat, lng })).body).toMatchObject({ lat, lng });
    const moved = await recorded(() => change({ lng: 1.5 }));
    expect([moved.result.body, moved.events]).toMatchObject([
      { lat: 0, lng: 1.5 },
      [`place.post_update ${id}`],
    ]);
    expect(moved.audit).toMatchObject([{ before: { lng: 0 }, after: { lng: 1.5 } }]);
    expect((await change({ lat: null, lng: null })).body).toMatchObject({ lat: null, lng: null });
    expect((await change({ capacity: 3 })).status).toBe(200);
  });

  it('are rejected without each other and out of their range', async () => {
    await expectRejected(() => post('Office', 'office', { lat: 1 }), { lng: ['Required together with lat'] });
    await expectRejected(() => post('Office', 'office', { lat: null, lng: 1 }), {
      lat: ['Required together with lng'],
    });
    const id = await create('Office', 'office', { lat: 1, lng: 2 });
    const change = (fields: object) => () => owner.call('PATCH', `/places/${id}`, fields);
    await expectRejected(change({ lat: null }), { lat: ['Required together with lng'] });
    await expectRejected(change({ lng: null }), { lng: ['Required together with lat'] });
    for (const [field, value] of [
      ['lat', 90.000001],
      ['lat', -91],
      ['lng', 180.5],
      ['lng', -181],
      ['lng', '1'],
    ]) {
      const { result, ...left } = await recorded(change({ [field as string]: value }));
      expect([result.status, Object.keys(result.body.details.fieldErrors), left]).toMatchObject([
        422,
        [field],
        nothing,
      ]);
    }
    expect(await get(id)).toMatchObject({ lat: 1, lng: 2 });
  });
});

describe('kinds', () => {
  const kinds = ['country', 'region', 'city', 'office', 'floor', 'room', 'desk'];

  it('can be below each larger kind and at the root level only', async () => {
    const ids: number[] = [];
    for (const kind of kinds) ids.push(await create(`Some ${kind}`, kind));
    for (const [index, kind] of kinds.entries()) {
      for (const [above, parent_id] of ids.entries()) {
        const { status, body } = await post(`${kind} in ${above}`, kind, { parent_id });
        expect([kind, kinds[above], status]).toEqual([kind, kinds[above], above < index ? 201 : 422]);
        if (status === 422) expect(Object.keys(body.details.fieldErrors)).toEqual(['parent_id']);
      }
    }
  });

  it('place a remote place below a country, a region or a city, and nothing below it', async () => {
    const [city, office] = [await create('Vienna', 'city'), await create('Office', 'office')];
    const remote = await create('At home', 'remote', { parent_id: city });
    await expectRejected(() => move(remote, office), {
      parent_id: ['remote must be at the top or below country, region, or city'],
    });
    await expectRejected(() => post('Desk', 'desk', { parent_id: remote }), {
      parent_id: ['desk must be at the top or below country, region, city, office, floor, or room'],
    });
  });

  it('cannot be changed to one that does not fit the parent or the children', async () => {
    const office = await create('Office', 'office', { parent_id: await create('Vienna', 'city') });
    await create('Floor', 'floor', { parent_id: office });
    const change = (kind: string) => () => owner.call('PATCH', `/places/${office}`, { kind });
    const { result } = await recorded(change('country'));
    expect(Object.keys(result.body.details.fieldErrors)).toEqual(['parent_id']);
    expect(Object.keys((await change('room')()).body.details.fieldErrors)).toEqual(['kind']);
  });
});

describe('the time zone and the holidays', () => {
  it('are those of the nearest place above that has them, in every response', async () => {
    const [calendar, other] = [await newCalendar('Austria'), await newCalendar('Vienna')];
    const country = await create('Austria', 'country', {
      ...{ time_zone: 'Europe/Vienna', holiday_calendar_id: calendar },
    });
    const city = await create('Vienna', 'city', { parent_id: country, holiday_calendar_id: other });
    const office = await create('Office', 'office', { parent_id: city });
    const room = await post('Room', 'room', { parent_id: office });
    const inherited = { effective_time_zone: 'Europe/Vienna', effective_holiday_calendar_id: other };
    const own = { time_zone: null, holiday_calendar_id: null };
    expect(room.body).toMatchObject({ ...own, ...inherited });
    expect(await get(room.body.id)).toEqual(room.body);
    const list = (await owner.call('GET', '/places?kind=room')).body.data;
    expect(list).toEqual([room.body]);

    const changed = await owner.call('PATCH', `/places/${room.body.id}`, { time_zone: 'Asia/Tokyo' });
    expect(changed.body.effective_time_zone).toBe('Asia/Tokyo');
    await owner.call('PATCH', `/places/${city}`, { holiday_calendar_id: null });
    expect((await get(office)).effective_holiday_calendar_id).toBe(calendar);
    expect((await move(office, null)).body).toMatchObject({
      effective_time_zone: null,
      effective_holiday_calendar_id: null,
    });
  });

  it('are null if no place above has them', async () => {
    const office = await create('Office', 'office');
    const { body } = await post('Room', 'room', { parent_id: office });
    expect(body).toMatchObject({ effective_time_zone: null, effective_holiday_calendar_id: null });
  });

  it('must exist in the organization', async () => {
    const foreign = await newCalendar('Theirs', await service.newOrganization());
    const gone = await newCalendar('Gone');
    await owner.call('DELETE', `/holiday-calendars/${gone}`);
    for (const holiday_calendar_id of [foreign, gone])
      await expectRejected(() => post('Office', 'office', { holiday_calendar_id }), {
        holiday_calendar_id: ['Does not exist'],
      });
    const { body } = await post('Office', 'office', { time_zone: 'Europe/Nowhere' });
    expect(Object.keys(body.details.fieldErrors)).toEqual(['time_zone']);
  });
});

describe('the tree', () => {
  it('contains all places, and is moved with everything below', async () => {
    const [vienna, graz] = [await create('Vienna', 'city'), await create('Graz', 'city')];
    const office = await create('Office', 'office', { parent_id: vienna });
    await create('Room', 'room', { parent_id: office });
    const { events, audit } = await recorded(() => move(office, graz));
    expect(events).toEqual([`place.post_update ${office}`]);
    expect(audit).toMatchObject([{ before: { parent_id: vienna }, after: { parent_id: graz } }]);
    const { body } = await owner.call('GET', '/places/tree');
    expect(body).toMatchObject({
      total: 4,
      data: [
        { name: 'Graz', kind: 'city', children: [{ name: 'Office', children: [{ name: 'Room' }] }] },
        { name: 'Vienna', children: [] },
      ],
    });
    const filtered = (await owner.call('GET', `/places?parent_id=${office}&kind=room`)).body;
    expect(filtered.data).toMatchObject([{ name: 'Room' }]);
  });

  it('has no cycles: a place cannot be moved below itself', async () => {
    const city = await create('Vienna', 'city');
    const office = await create('Office', 'office', { parent_id: city });
    for (const parent_id of [city, office])
      await expectRejected(() => move(city, parent_id), {
        parent_id: ['Must not be the place itself or below it'],
      });
  });

  it('has kinds in order after concurrent changes of a parent and a kind', async () => {
    for (let round = 0; round < 4; round += 1) {
      const office = await create(`Office ${round}`, 'office');
      const floor = await create(`Floor ${round}`, 'floor');
      const responses = await Promise.all([
        move(floor, office),
        owner.call('PATCH', `/places/${office}`, { kind: 'room' }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it('keeps places with children: they are archived after these', async () => {
    const city = await create('Vienna', 'city');
    const office = await create('Office', 'office', { parent_id: city });
    await expectRejected(() => owner.call('DELETE', `/places/${city}`), {
      id: ['Has 1 place below it; move or delete it first'],
    });
    const archived = await recorded(() => owner.call('DELETE', `/places/${office}`));
    expect([archived.result.status, archived.events]).toEqual([204, [`place.post_archive ${office}`]]);
    expect((await owner.call('DELETE', `/places/${city}`)).status).toBe(204);
    await expectRejected(() => owner.call('POST', `/places/${office}/restore`), {
      parent_id: ['Does not exist'],
    });
  });
});

it('has names that are unique below a parent and at the root level, regardless of case', async () => {
  const [vienna, graz] = [await create('Vienna', 'city'), await create('Graz', 'city')];
  const room = await create('Blue', 'room', { parent_id: vienna });
  const taken = { name: ['Is already taken'] };
  await expectRejected(() => post('BLUE', 'room', { parent_id: vienna }), taken);
  await expectRejected(() => post('VIENNA', 'city'), taken);
  await create('Blue', 'room', { parent_id: graz });
  await expectRejected(() => move(room, graz), taken);
});

it.each([
  ['an unknown kind', { kind: 'planet' }, 'kind'],
  ['no capacity', { capacity: 0 }, 'capacity'],
  ['an address without a line', { address: { city: 'Vienna' } }, 'address.line1'],
  ['an unknown field of an address', { address: { line1: 'x', planet: 'x' } }, 'address.planet'],
])('rejects %s', async (_, fields, field) => {
  const { result, ...left } = await recorded(() => post('Office', 'office', fields));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
  expect(left).toMatchObject(nothing);
});

it('lets every role read places, and HR change them', async () => {
  const path = `/places/${await create('Office', 'office')}`;
  const [hr, employee] = [await service.newUser(owner, ['hr']), await service.newUser(owner, ['employee'])];
  expect((await employee.call('GET', path)).status).toBe(200);
  expect((await employee.call('PATCH', path, { capacity: 1 })).status).toBe(403);
  expect((await hr.call('PATCH', path, { capacity: 1 })).body.capacity).toBe(1);
  expect((await hr.call('DELETE', path)).status).toBe(204);
  expect((await hr.call('POST', `${path}/restore`)).status).toBe(403);
});
