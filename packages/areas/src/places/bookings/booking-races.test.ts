import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { at, bookingsOf, createRoom } from './testing/rooms.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).sort();
const rejections = (count: number) => Array<number>(count).fill(422);

it.each([2, 20])('%i requests for one room at a time: one wins, the others leave nothing', async (count) => {
  const people = await Promise.all(Array.from({ length: 4 }, () => service.newUser(owner, ['employee'])));
  const room = await createRoom(owner);
  const rooms = Array.from({ length: count }, (_, index) =>
    bookingsOf(people[index % people.length] ?? owner, room),
  );
  const { result, ...left } = await recorded(() =>
    // Each overlaps all others, at other times.
    Promise.all(rooms.map(({ book }, index) => book(9 + index / 100, 10 + index / 100))),
  );
  expect(statuses(result)).toEqual([201, ...rejections(count - 1)]);
  const { id, starts_at, ends_at } = result.find(({ status }) => status === 201)?.body ?? {};
  for (const { status, body } of result) {
    if (status === 201) continue;
    expect(body.details.fieldErrors).toEqual({
      starts_at: [`Overlaps booking ${id}, from ${starts_at} to ${ends_at}`],
    });
  }
  expect([left.events, left.audit.length]).toEqual([[`place_booking.post_create ${id}`], 1]);
  expect((await bookingsOf(owner, room).list()).body.total).toBe(1);
});

it('adjacent bookings at a time all succeed', async () => {
  const { book } = bookingsOf(owner, await createRoom(owner));
  const responses = await Promise.all(Array.from({ length: 10 }, (_, hour) => book(hour, hour + 1)));
  expect(statuses(responses)).toEqual(Array(10).fill(201));
});

it('two bookings moved to one time: one wins', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { book, change } = bookingsOf(owner, await createRoom(owner));
    const [first, second] = [(await book(9, 10)).body.id, (await book(12, 13)).body.id];
    const { result, events } = await recorded(() =>
      Promise.all([
        change(first, { starts_at: at(10.5), ends_at: at(11.5) }),
        change(second, { starts_at: at(10), ends_at: at(11) }),
      ]),
    );
    expect([statuses(result), events.length]).toEqual([[200, 422], 1]);
  }
});

it('a cancelled booking restored while its time is booked: one wins', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { book, cancel, restore, list } = bookingsOf(owner, await createRoom(owner));
    const { id } = (await book(9, 10)).body;
    await cancel(id);
    const { result, events } = await recorded(() => Promise.all([restore(id), book(9, 10)]));
    const [restored, booked] = result.map(({ status }) => status);
    expect(['200 422', '422 201']).toContain(`${restored} ${booked}`);
    expect([events.length, (await list()).body.total]).toEqual([1, 1]);
  }
});

it.each([
  ['deleted', (room: number) => owner.call('DELETE', `/places/${room}`), '204 404'],
  ['closed', (room: number) => owner.call('PATCH', `/places/${room}`, { is_bookable: false }), '200 422'],
])('a place %s while it is booked keeps no booking, or stays', async (_, act, actFirst) => {
  for (let round = 0; round < 6; round += 1) {
    const room = await createRoom(owner);
    const both = [() => act(room), () => bookingsOf(owner, room).book(9, 10)];
    const order = round % 2 ? both.toReversed() : both;
    const { result } = await recorded(() => Promise.all(order.map((one) => one())));
    const [acted, booked] = round % 2 ? result.toReversed() : result;
    expect([actFirst, '422 201']).toContain(`${acted?.status} ${booked?.status}`);
  }
});
