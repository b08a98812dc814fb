import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ShareGroup } from './share-group.ts';

const mib = 1024 ** 2;
const maxBytes = 128 * mib;

interface Added {
  org_id: number;
  bytes: number;
  isConnected: boolean;
  remove(): void;
}

/** Adds responses as the API does, and records which clients were disconnected. */
class Responses {
  readonly all = new ShareGroup(maxBytes);
  readonly added: Added[] = [];

  add(org_id: number, user_id: number, bytes: number): Added {
    this.all.makeRoomFor(bytes);
    const one: Added = { org_id, bytes, isConnected: true, remove: () => undefined };
    one.remove = this.all
      .findOrAdd(org_id)
      .findOrAdd(user_id)
      .add({
        size: bytes,
        end: () => {
          one.isConnected = false;
        },
      });
    this.added.push(one);
    return one;
  }

  /** True for each added response whose client is connected. */
  get connected(): boolean[] {
    return this.added.map((one) => one.isConnected);
  }
}

it('disconnects the oldest response of the largest user in the largest organization', () => {
  const responses = new Responses();
  responses.add(1, 1, 40 * mib);
  responses.add(2, 1, 10 * mib);
  responses.add(2, 2, 20 * mib);
  responses.add(2, 2, 20 * mib);
  responses.add(1, 1, 30 * mib);
  expect(responses.connected).toEqual([true, true, true, true, true]);
  responses.add(3, 1, 9 * mib);
  expect(responses.connected).toEqual([false, true, true, true, true, true]);
  responses.add(3, 1, 30 * mib);
  expect(responses.connected).toEqual([false, true, true, true, true, true, true]);
  responses.add(3, 1, 10 * mib);
  expect(responses.connected).toEqual([false, true, false, true, true, true, true, true]);
});

it('does not count a response again after it was received and its client is disconnected', () => {
  const responses = new Responses();
  const first = responses.add(1, 1, 10 * mib);
  first.remove();
  first.remove();
  expect([responses.all.size, responses.all.find(1)]).toEqual([0, undefined]);
  responses.add(1, 1, 10 * mib);
  first.remove();
  expect([responses.all.size, responses.all.find(1)?.find(1)?.size]).toEqual([10 * mib, 10 * mib]);
});

it('keeps a group that was declared, and makes room in it for itself', () => {
  const all = new ShareGroup(maxBytes);
  const part = all.keep('part', 30 * mib);
  const disconnected: number[] = [];
  const add = (id: number) => part.findOrAdd(id).add({ size: 20 * mib, end: () => disconnected.push(id) });
  add(1)();
  add(2);
  part.makeRoomFor(20 * mib);
  add(3);
  expect([disconnected, all.find('part') === part, part.size, all.size]).toEqual([
    [2],
    true,
    20 * mib,
    20 * mib,
  ]);
});

it('makes room for a response that is larger than all, without an endless loop', () => {
  const responses = new Responses();
  responses.add(1, 1, 10 * mib);
  responses.add(2, 1, 200 * mib);
  expect([responses.connected, responses.all.size]).toEqual([[false, true], 200 * mib]);
});

const attack = fc.array(
  fc.record({
    org_id: fc.integer({ min: 1, max: 20 }),
    user_id: fc.integer({ min: 1, max: 3 }),
    bytes: fc.integer({ min: 16 * 1024, max: 7 * mib }),
    isRead: fc.boolean(),
  }),
  { minLength: 100, maxLength: 300 },
);

it('never disconnects an organization below the average of 21, and never exceeds the maximum', () => {
  fc.assert(
    fc.property(attack, fc.integer({ min: 1, max: Math.floor((121 / 21) * mib) }), (requests, bytes) => {
      const responses = new Responses();
      const victim = responses.add(0, 1, bytes);
      let max = 0;
      for (const { org_id, user_id, bytes: size, isRead } of requests) {
        const one = responses.add(org_id, user_id, size);
        max = Math.max(max, responses.all.size);
        if (isRead) one.remove();
      }
      expect([victim.isConnected, max <= maxBytes]).toEqual([true, true]);
    }),
    { numRuns: 50 },
  );
});
