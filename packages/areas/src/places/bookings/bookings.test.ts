import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, bookingsOf, createRoom, inMinutes } from './testing/rooms.ts';

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

/** Moves a booking to other times, as if they had passed by. */
const shift = (id: number, starts_at: string, ends_at: string) =>
  executeOperational(
    service.platform,
    Prisma.sql`update place_bookings set starts_at = ${starts_at}::timestamptz, ends_at = ${ends_at}::timestamptz
      where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );

const overlaps = ({ id, starts_at, ends_at }: { id: number; starts_at: string; ends_at: string }) => ({
  starts_at: [`Overlaps booking ${id}, from ${starts_at} to ${ends_at}`],
});

it('books, moves and cancels, each with an event and an audit entry', async () => {
  const made = await recorded(() => mine.book(9, 10, { title: 'Planning' }));
  const { id } = made.result.body;
  const times = { starts_at: at(9), ends_at: at(10) };
  expect(made.result).toMatchObject({
    status: 201,
    body: { ...times, title: 'Planning', place_id: room, booked_by: employee.user.id },
  });
  expect([made.events, made.outbox]).toEqual([[`place_booking.post_create ${id}`], 1]);
  expect(made.audit).toMatchObject([{ action: 'create', resource: 'place_booking', record_id: id }]);

  const moved = await recorded(() => mine.change(id, { ends_at: at(11), title: null }));
  expect(moved.result).toMatchObject({ status: 200, body: { ends_at: at(11), title: null } });
  expect(moved.events).toEqual([`place_booking.post_update ${id}`]);
  expect(moved.audit).toMatchObject([
    { action: 'update', before: { title: 'Planning' }, after: { title: null } },
  ]);
  const same = await recorded(() => mine.change(id, { starts_at: at(9), ends_at: at(11) }));
  expect(same).toMatchObject({ ...nothing, result: { status: 200 } });

  const cancelled = await recorded(() => mine.cancel(id));
  expect([cancelled.result.status, cancelled.events]).toEqual([204, [`place_booking.post_archive ${id}`]]);
  expect(cancelled.audit).toMatchObject([{ action: 'archive', resource: 'place_booking' }]);
  expect((await mine.get(id)).status).toBe(404);
});

describe('the times of a place', () => {
  it('can be adjacent, and taken by another place at once', async () => {
    for (const [from, to] of [
      [9, 10],
      [10, 11],
      [8, 9],
    ] as const)
      expect((await mine.book(from, to)).status).toBe(201);
    expect((await bookingsOf(employee, await createRoom(owner)).book(9, 10)).status).toBe(201);
  });

  it.each([
    ['the same', 9, 12],
    ['the beginning', 8, 10],
    ['the end', 11, 13],
    ['the inside', 10, 11],
    ['the whole', 8, 13],
  ])('cannot overlap: %s', async (_, from, to) => {
    const { body } = await byOwner.book(9, 12);
    await expectRejected(() => mine.book(from, to), overlaps(body));
    await byOwner.cancel(body.id);
    expect((await mine.book(from, to)).status).toBe(201);
  });

  it('cannot be moved or extended into another booking', async () => {
    const { body: first } = await mine.book(9, 10);
    const { body: second } = await byOwner.book(10, 11);
    await expectRejected(() => mine.change(first.id, { ends_at: at(10.5) }), overlaps(second));
    await expectRejected(
      () => mine.change(first.id, { starts_at: at(10), ends_at: at(11) }),
      overlaps(second),
    );
    await expectRejected(() => byOwner.change(second.id, { starts_at: at(9.5) }), overlaps(first));
    expect((await mine.change(first.id, { starts_at: at(8), ends_at: at(9.5) })).status).toBe(200);
    expect((await byOwner.change(second.id, { starts_at: at(9.5) })).status).toBe(200);
  });

  it('cannot be taken by restoring a cancelled booking', async () => {
    const { body: cancelled } = await mine.book(9, 10);
    await mine.cancel(cancelled.id);
    const { body } = await byOwner.book(9.5, 11);
    await expectRejected(() => byOwner.restore(cancelled.id), overlaps(body));
    await byOwner.cancel(body.id);
    const { result, events, audit } = await recorded(() => byOwner.restore(cancelled.id));
    expect(result).toMatchObject({ status: 200, body: { id: cancelled.id, booked_by: employee.user.id } });
    expect(events).toEqual([`place_booking.post_restore ${cancelled.id}`]);
    expect(audit).toMatchObject([{ action: 'restore', resource: 'place_booking' }]);
    await expectRejected(() => mine.book(9, 10), overlaps(cancelled));
  });

  it('are not disclosed by a conflict to a caller who may not read the booking', async () => {
    const permissions = ['place:read', 'place_booking:create'].map((permission) => ({
      ...{ permission, scopes: ['org'] },
    }));
    await owner.call('POST', '/roles', { code: 'booker', name: 'Booker', permissions });
    const booker = bookingsOf(await service.newUser(owner, ['booker']), room);
    await byOwner.book(9, 10);
    await expectRejected(() => booker.book(9, 10), { starts_at: ['Overlaps another booking of the place'] });
  });

  it('cannot overlap in the database', async () => {
    const { body } = await mine.book(9, 10);
    const insert = (from: number, to: number) =>
      executeOperational(
        service.platform,
        Prisma.sql`insert into place_bookings (org_id, place_id, starts_at, ends_at, booked_by)
          values (${owner.user.org_id}, ${room}, ${at(from)}::timestamptz, ${at(to)}::timestamptz, ${body.booked_by}) returning id`,
      );
    const { fieldErrors } = (await insert(9.5, 11).catch((error) => error)).details;
    expect(fieldErrors).toEqual({ starts_at: ['Overlaps another period'] });
    await insert(10, 11);
  });
});

describe('rejects', () => {
  it.each<[string, () => object, string, string]>([
    ['an end that is the start', () => ({ ends_at: at(9) }), 'ends_at', 'Must be after starts_at'],
    ['an end before the start', () => ({ ends_at: at(8) }), 'ends_at', 'Must be after starts_at'],
    [
      ...(['more than 14 days', () => ({ ends_at: at(9 + 14 * 24 + 1) }), 'ends_at'] as const),
      'Must be at most 14 days after starts_at',
    ],
    [
      ...(['a time more than 18 months ahead', () => ({ starts_at: inMinutes(1_440 * 560) })] as const),
      ...(['ends_at', 'Must be at most 18 months ahead'] as const),
    ],
    ['a past start', () => ({ starts_at: inMinutes(-6) }), 'starts_at', 'Must not be in the past'],
  ])('%s', async (_, fields, field, message) => {
    const times = { starts_at: at(9), ends_at: at(10), ...fields() };
    const ends_at = new Date(Date.parse(times.starts_at) + 3_600_000).toISOString();
    const body = 'ends_at' in fields() ? times : { ...times, ends_at };
    await expectRejected(() => mine.post(body), { [field]: [message] });
    const { body: other } = await mine.book(20, 21);
    await expectRejected(() => mine.change(other.id, body), { [field]: [message] });
  });

  it('a place that is not bookable', async () => {
    const hall = bookingsOf(employee, await createRoom(owner, { is_bookable: false }));
    const closed = { is_bookable: ['Is false for this place; must be true to book it'] };
    await expectRejected(() => hall.book(9, 10), closed);
  });

  it.each([
    ['no start', { ends_at: at(10) }, 'starts_at'],
    ['no end', { starts_at: at(9) }, 'ends_at'],
    ['a start that is no time', { starts_at: 'tomorrow', ends_at: at(10) }, 'starts_at'],
    ['an empty title', { starts_at: at(9), ends_at: at(10), title: ' ' }, 'title'],
    ['an unknown user', { starts_at: at(9), ends_at: at(10), booked_by: 999_999_999 }, 'booked_by'],
    ['an unknown field', { starts_at: at(9), ends_at: at(10), place_id: 1 }, 'place_id'],
  ])('%s', async (_, body, field) => {
    const { result, ...left } = await recorded(() => byOwner.post(body));
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
    expect(left).toMatchObject(nothing);
  });
});

it('accepts a start a few minutes ago, 14 days, and almost 18 months ahead', async () => {
  const { status } = await mine.post({ starts_at: inMinutes(-4), ends_at: inMinutes(30) });
  expect(status).toBe(201);
  expect((await mine.book(0, 14 * 24)).status).toBe(201);
  const late = { starts_at: inMinutes(1_440 * 544), ends_at: inMinutes(1_440 * 545) };
  expect((await mine.post(late)).status).toBe(201);
});

describe('a booking that has begun', () => {
  it('can be extended and ended early, but not begin at another past time', async () => {
    const { id } = (await mine.book(9, 10)).body;
    await shift(id, inMinutes(-60), inMinutes(60));
    const past = 'Must not be in the past';
    await expectRejected(() => mine.change(id, { starts_at: inMinutes(-30) }), { starts_at: [past] });
    await expectRejected(() => mine.change(id, { ends_at: inMinutes(-30) }), { ends_at: [past] });
    expect((await mine.change(id, { ends_at: inMinutes(90) })).status).toBe(200);
    expect((await mine.change(id, { ends_at: inMinutes(0) })).status).toBe(200);
  });

  it('cannot be moved after it has ended, but renamed and restored', async () => {
    const { id } = (await mine.book(9, 10)).body;
    await shift(id, inMinutes(-120), inMinutes(-60));
    await expectRejected(() => mine.change(id, { ends_at: inMinutes(60) }), {
      ends_at: ['Has passed: the times of a booking that has ended cannot be changed'],
    });
    expect((await mine.change(id, { title: 'Retro' })).body.title).toBe('Retro');
    expect((await owner.call('PATCH', `/places/${room}`, { is_bookable: false })).status).toBe(200);
    await mine.cancel(id);
    expect((await byOwner.restore(id)).status).toBe(200);
  });
});

describe('a place with upcoming bookings', () => {
  it('cannot be deleted, or become one that cannot be booked', async () => {
    const path = `/places/${room}`;
    const first = (await mine.book(9, 10)).body.id;
    const close = () => owner.call('PATCH', path, { is_bookable: false });
    await expectRejected(close, { is_bookable: ['Has 1 upcoming booking; cancel it first'] });
    const second = (await mine.book(10, 11)).body.id;
    await expectRejected(close, { is_bookable: ['Has 2 upcoming bookings; cancel them first'] });
    await expectRejected(() => owner.call('DELETE', path), { id: ['Still has 2 upcoming bookings'] });
    expect((await owner.call('PATCH', path, { is_bookable: true, capacity: 3 })).status).toBe(200);
    await mine.cancel(second);
    await shift(first, inMinutes(-120), inMinutes(-60));
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await mine.list()).status).toBe(404);
    expect((await mine.book(12, 13)).status).toBe(404);
  });

  it('keeps a cancelled booking from being restored once it cannot be booked', async () => {
    const { id } = (await mine.book(9, 10)).body;
    await mine.cancel(id);
    expect((await owner.call('PATCH', `/places/${room}`, { is_bookable: false })).status).toBe(200);
    const closed = { is_bookable: ['Is false for this place; must be true to book it'] };
    await expectRejected(() => byOwner.restore(id), closed);
  });
});
