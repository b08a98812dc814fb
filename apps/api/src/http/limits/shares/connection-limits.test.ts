import { expect, it } from 'vitest';
import { ConnectionLimits } from './connection-limits.ts';

/** Opens streams of organizations, and records which had to end. */
class Connections {
  readonly #limits: ConnectionLimits;
  /** Open streams by organization. */
  readonly open: Record<number, number> = {};

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#limits.size;
  }

  /** Returns a function to release the stream, or null if it was rejected. */
  add(org_id: number, is_unverified = false, id = 1): (() => void) | null {
    const leave = () => {
      this.open[org_id] = (this.open[org_id] ?? 0) - 1;
    };
    const release = this.#limits.acquire({ org_id, is_unverified }, String(id), leave);
    if (release) this.open[org_id] = (this.open[org_id] ?? 0) + 1;
    return release;
  }

  /** Opens as many streams as possible; returns their number. */
  fill(org_id: number, is_unverified = false): number {
    let count = 0;
    while (count < 1_000 && this.add(org_id, is_unverified, Math.floor(count / 10))) count += 1;
    return count;
  }
}

const create = () =>
  new Connections(new ConnectionLimits({ perProcess: 40, perOrganization: 20, perHolder: 10 }));

it('rejects streams above the limits of a credential and of an organization', () => {
  const connections = create();
  expect(Array.from({ length: 11 }, () => connections.add(1) !== null)).toEqual([
    ...Array(10).fill(true),
    false,
  ]);
  expect(connections.add(1, false, 2)).not.toBeNull();
  expect([connections.fill(2), connections.size]).toEqual([20, 31]);
});

it('lets the organization with the most streams make room for others, and none of the largest ones grow', () => {
  const connections = create();
  expect([connections.fill(1), connections.fill(2), connections.size]).toEqual([20, 20, 40]);
  expect([connections.add(3) !== null, connections.add(4) !== null]).toEqual([true, true]);
  expect([connections.open, connections.size]).toEqual([{ 1: 19, 2: 19, 3: 1, 4: 1 }, 40]);
  expect(connections.add(1, false, 9)).toBeNull();
  // The share of each of five organizations is eight streams.
  expect([connections.fill(3), connections.fill(4), connections.fill(5)].every((count) => count >= 7)).toBe(
    true,
  );
  expect(connections.size).toBe(40);
  expect(Object.values(connections.open).every((count) => count >= 7)).toBe(true);
});

it('lets no two organizations of nearly equal size take from each other without end', () => {
  const connections = create();
  connections.fill(1);
  connections.fill(2);
  connections.add(3);
  // One of 1 and 2 has 19 streams, the other 20.
  expect([connections.add(1, false, 9), connections.add(2, false, 9)]).toEqual([null, null]);
});

it('gives all unverified organizations together a quarter', () => {
  const connections = create();
  expect([connections.fill(1, true), connections.fill(2, true)]).toEqual([10, 5]);
  expect([connections.open, connections.size]).toEqual([{ 1: 5, 2: 5 }, 10]);
  expect([connections.fill(3), connections.fill(4)]).toEqual([20, 15]);
  expect(connections.add(5, true)).not.toBeNull();
  expect(connections.size).toBe(40);
});

it('frees the place of a stream once', () => {
  const connections = create();
  const release = connections.add(1);
  release?.();
  release?.();
  expect(connections.size).toBe(0);
});
