import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, bookingsOf, createRoom } from './testing/rooms.ts';

let service: TestService;
let owner: Client;
let employee: Client;
let room: number;
let mine: ReturnType<typeof bookingsOf>;
let byOwner: ReturnType<typeof bookingsOf>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
  room = await createRoom(owner);
  [mine, byOwner] = [bookingsOf(employee, room), bookingsOf(owner, room)];
});

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

describe('rights', () => {
  it('let employees book for themselves, and change and cancel only their own bookings', async () => {
    const other = await service.newUser(owner, ['employee']);
    const denied = await recorded(() => mine.book(9, 10, { booked_by: other.user.id }));
    expect([denied.result.status, denied.result.body.error]).toEqual([
      403,
      'Requires place_booking:create on the resulting record',
    ]);
    expect(denied).toMatchObject(onlyDenial('create', 'place_booking'));
    const { id } = (await bookingsOf(other, room).book(9, 10)).body;
    expect((await mine.get(id)).body).toMatchObject({ id, booked_by: other.user.id });
    for (const act of [() => mine.change(id, { title: 'Mine' }), () => mine.cancel(id)]) {
      const { result, events } = await recorded(act);
      expect([result.status, events]).toEqual([403, []]);
    }
    const own = (await mine.book(10, 11)).body.id;
    expect((await mine.change(own, { booked_by: other.user.id })).status).toBe(403);
    expect((await mine.cancel(own)).status).toBe(204);
    expect((await mine.restore(own)).status).toBe(403);
  });

  it('let HR book for others, hand over and cancel bookings', async () => {
    const hr = bookingsOf(await service.newUser(owner, ['hr']), room);
    const { body } = await hr.book(9, 10, { booked_by: employee.user.id });
    expect(body.booked_by).toBe(employee.user.id);
    expect((await mine.change(body.id, { title: 'Mine' })).status).toBe(200);
    const given = await hr.change(body.id, { booked_by: owner.user.id });
    expect(given.body.booked_by).toBe(owner.user.id);
    expect((await mine.change(body.id, { title: 'Mine' })).status).toBe(403);
    expect((await hr.cancel(body.id)).status).toBe(204);
  });

  it('let viewers and auditors read bookings only', async () => {
    const { id } = (await mine.book(9, 10, { title: 'Planning' })).body;
    for (const role of ['viewer', 'auditor']) {
      const reader = bookingsOf(await service.newUser(owner, [role]), room);
      expect((await reader.get(id)).body.title).toBe('Planning');
      const { result, ...left } = await recorded(() => reader.book(11, 12));
      expect([result.status, left]).toEqual([403, onlyDenial('create', 'place_booking')]);
    }
  });

  it('require an active user', async () => {
    const leaver = await service.newUser(owner, ['employee']);
    const { id } = (await bookingsOf(leaver, room).book(9, 10)).body;
    await owner.call('POST', `/users/${leaver.user.id}/deactivate`, {});
    const inactive = { booked_by: ['Must be an active user'] };
    await expectRejected(() => byOwner.book(11, 12, { booked_by: leaver.user.id }), inactive);
    // The booking stays, and can be cancelled or handed over.
    expect((await byOwner.change(id, { title: 'Handover' })).status).toBe(200);
    expect((await byOwner.change(id, { booked_by: employee.user.id })).status).toBe(200);
  });

  it('end at the organization', async () => {
    const { id } = (await mine.book(9, 10)).body;
    const stranger = await service.newOrganization();
    const theirs = bookingsOf(stranger, room);
    const tries = [
      theirs.get(id),
      theirs.book(9, 10),
      theirs.change(id, {}),
      theirs.cancel(id),
      theirs.list(),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(404);
    const other = bookingsOf(stranger, await createRoom(stranger));
    expect((await other.get(id)).status).toBe(404);
    await expectRejected(() => byOwner.book(12, 13, { booked_by: stranger.user.id }), {
      booked_by: ['Does not exist'],
    });
  });
});

describe('lists', () => {
  const idsOf = (response: { body: any }) => response.body.data.map((one: { id: number }) => one.id);

  it('contain the bookings that overlap a period, in the order of their start', async () => {
    const later = (await mine.book(12, 13, { title: 'Later' })).body.id;
    const first = (await mine.book(9, 10)).body.id;
    const second = (await byOwner.book(10, 12)).body.id;
    expect(idsOf(await mine.list())).toEqual([first, second, later]);
    expect(idsOf(await mine.list(`?from=${at(10)}&to=${at(12)}`))).toEqual([second]);
    expect(idsOf(await mine.list(`?from=${at(9.5)}&to=${at(12.5)}`))).toEqual([first, second, later]);
    expect(idsOf(await mine.list('?q=late'))).toEqual([later]);
    expect((await mine.list('?from=noon')).status).toBe(422);
    const long = (await mine.book(24, 24 + 14 * 24)).body.id;
    expect(idsOf(await mine.list(`?from=${at(24 + 14 * 24 - 1)}`))).toEqual([long]);
  });

  it('of all places can be filtered by user', async () => {
    const elsewhere = bookingsOf(employee, await createRoom(owner));
    const here = (await mine.book(9, 10)).body.id;
    const there = (await elsewhere.book(8, 9)).body.id;
    await byOwner.book(7, 8);
    const list = (query: string, by = employee) => by.call('GET', `/place-bookings${query}`);
    expect(idsOf(await list(`?booked_by=${employee.user.id}`))).toEqual([there, here]);
    expect((await list('')).body).toMatchObject({ total: 3, data: [{ place_id: room }, {}, {}] });
    expect((await list('', await service.newOrganization())).body.total).toBe(0);
    expect((await list('?deleted=true')).status).toBe(403);
    expect((await list('?deleted=true', owner)).body.total).toBe(0);
  });

  it('of all places require the right to read places', async () => {
    const permissions = [{ permission: 'place_booking:read', scopes: ['org'] }];
    await owner.call('POST', '/roles', { code: 'reader', name: 'Reader', permissions });
    const { status, body } = await (await service.newUser(owner, ['reader'])).call('GET', '/place-bookings');
    expect([status, body.error]).toEqual([403, 'Requires place:read to list bookings of all places']);
  });
});
