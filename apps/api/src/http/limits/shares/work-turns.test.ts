import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WorkTurns } from './work-turns.ts';

/** Requests of organizations, and the order in which they began. */
class Requests {
  readonly turns = new WorkTurns();
  readonly begun: number[] = [];

  /** Begins a request at once, or when it is its turn. */
  add(org_id: number, { user_id = 1, is_unverified = false, name = org_id } = {}): void {
    const waiting = this.turns.wait({ org_id, user_id, is_unverified });
    if (waiting) void waiting.then(() => this.begun.push(name));
    else this.begun.push(name);
  }

  /** Makes the pieces of work of an organization take this long. */
  weigh(org_id: number, ms: number, is_unverified = false): void {
    for (let n = 0; n < 500; n += 1) this.turns.count({ org_id, user_id: 1, is_unverified }, ms);
  }

  countOf(org_id: number): number {
    return this.begun.filter((one) => one === org_id).length;
  }
}

it('begins one heavy request of an organization in each turn, and those of others at once', async () => {
  const requests = new Requests();
  requests.weigh(1, 20);
  for (let n = 0; n < 5; n += 1) requests.add(1);
  requests.add(2);
  expect(requests.begun).toEqual([1, 2]);
  for (let turn = 2; turn <= 5; turn += 1) {
    await setImmediate();
    requests.add(2);
    expect([requests.countOf(1), requests.countOf(2)]).toEqual([turn, turn]);
  }
  await setImmediate();
  await setImmediate();
  requests.add(1);
  expect(requests.countOf(1)).toBe(6);
});

it('begins as many light requests as take 5 ms together, in the order of their arrival', async () => {
  const requests = new Requests();
  requests.weigh(1, 0.099);
  for (let n = 0; n < 50; n += 1) requests.add(1);
  expect(requests.begun).toHaveLength(50);
  requests.add(1);
  expect(requests.begun).toHaveLength(50);
  await setImmediate();
  expect(requests.begun).toHaveLength(51);
});

it('begins ten requests of an organization of which nothing is known', () => {
  const requests = new Requests();
  for (let n = 0; n < 20; n += 1) requests.add(1);
  expect(requests.begun).toHaveLength(10);
});

it('loses no request while thousands of organizations send one', async () => {
  const requests = new Requests();
  requests.weigh(1, 20);
  for (let n = 0; n < 3; n += 1) requests.add(1);
  for (let id = 2; id < 3_000; id += 1) requests.add(id);
  for (let turn = 0; turn < 4; turn += 1) await setImmediate();
  expect([requests.countOf(1), requests.begun.length]).toEqual([3, 3_001]);
});

it('begins the waiting requests of the users of an organization in rotation', async () => {
  const requests = new Requests();
  requests.weigh(1, 20);
  for (let n = 0; n < 10; n += 1) requests.add(1, { user_id: 1, name: 1 });
  requests.add(1, { user_id: 2, name: 2 });
  for (let turn = 0; turn < 2; turn += 1) await setImmediate();
  expect(requests.begun).toEqual([1, 1, 2]);
});

it('begins the requests of all unverified organizations as those of one, in rotation', async () => {
  const requests = new Requests();
  requests.weigh(1, 20, true);
  for (let id = 1; id <= 12; id += 1)
    for (let n = 0; n < 3; n += 1) requests.add(id, { is_unverified: true });
  requests.add(99);
  expect(requests.begun).toEqual([1, 99]);
  requests.add(13, { is_unverified: true });
  for (let turn = 0; turn < 13; turn += 1) await setImmediate();
  expect(requests.begun).toEqual([1, 99, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});
