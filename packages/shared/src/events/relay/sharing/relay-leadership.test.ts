import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockKey } from '../../../db/advisory-locks.ts';
import type { DirectConnection } from '../../../db/connections/direct-connection.ts';
import type { Prisma } from '../../../db/generated/client.ts';
import { Leadership } from './relay-leadership.ts';
import { allShards } from './relay-shards.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The locks of a database, by process id of the session. */
class Locks {
  readonly sessions = new Set<number>();
  readonly shards = new Map<number, number>();
  /** Sessions that get no shard. */
  readonly stuck = new Set<number>();
  /** The statements that took or released shards. */
  readonly moves: string[] = [];

  connect(pid: number): DirectConnection {
    const rows = async (statement: Prisma.Sql): Promise<unknown[]> => this.#answer(pid, statement);
    return { rows } as unknown as DirectConnection;
  }

  end(pid: number): void {
    this.sessions.delete(pid);
    for (const [shard, holder] of this.shards) if (holder === pid) this.shards.delete(shard);
  }

  of(pid: number): number[] {
    return allShards.filter((shard) => this.shards.get(shard) === pid);
  }

  #answer(pid: number, { sql: text, values }: Prisma.Sql): unknown[] {
    if (text.includes('from pg_locks')) {
      const lock = (name: 'relay_shard' | 'relay_session', key: number, holder: number) => ({
        ...{ kind: lockKey(name), key, is_mine: holder === pid },
      });
      return [
        ...[...this.shards].map(([shard, holder]) => lock('relay_shard', shard, holder)),
        // In an arbitrary order, as in the catalogue.
        ...[...this.sessions].toReversed().map((holder) => lock('relay_session', holder, holder)),
      ];
    }
    if (text.includes('pg_advisory_lock_shared')) {
      this.sessions.add(pid);
      return [];
    }
    const shards = values[0] as number[];
    if (text.includes('pg_advisory_unlock')) {
      for (const shard of shards) this.shards.delete(shard);
      this.moves.push(`${pid} releases ${shards}`);
      return [];
    }
    const free = shards.filter((shard) => !this.shards.has(shard) && !this.stuck.has(pid));
    for (const shard of free) this.shards.set(shard, pid);
    this.moves.push(`${pid} takes ${free}`);
    return free.map((shard) => ({ shard }));
  }
}

const start = async (locks: Locks, ...pids: number[]) =>
  Promise.all(pids.map((pid) => Leadership.join(locks.connect(pid))));
const even = allShards.filter((shard) => shard % 2 === 0);
const odd = allShards.filter((shard) => shard % 2 === 1);
const sorted = ({ shards }: Leadership) => shards.toSorted((one, other) => one - other);

it('gives all shards to a single relay, once', async () => {
  const locks = new Locks();
  const [relay] = (await start(locks, 7)) as [Leadership];
  expect([relay.shards, relay.relays]).toEqual([[], 1]);
  await relay.balance();
  await relay.balance();
  expect([sorted(relay), relay.relays, locks.of(7)]).toEqual([allShards, 1, allShards]);
  expect(locks.moves).toEqual([`7 takes ${allShards}`]);
});

it('moves half of the shards to a second relay, each once', async () => {
  const locks = new Locks();
  const [first] = (await start(locks, 30)) as [Leadership];
  await first.balance();
  const [second] = (await start(locks, 20)) as [Leadership];
  await second.balance();
  expect([second.shards, second.relays]).toEqual([[], 2]);
  await first.balance();
  expect([sorted(first), first.relays, locks.of(30)]).toEqual([odd, 2, odd]);
  await second.balance();
  expect([sorted(second), locks.of(20)]).toEqual([even, even]);
  await first.balance();
  expect(locks.moves).toEqual([`30 takes ${allShards}`, `30 releases ${even}`, `20 takes ${even}`]);
});

it('gives each of three relays five or six shards, and replaces one that ends', async () => {
  const locks = new Locks();
  const relays = await start(locks, 1, 2, 3);
  for (const relay of relays) await relay.balance();
  expect(relays.map((relay) => relay.shards.length)).toEqual([6, 5, 5]);
  locks.end(2);
  for (const _ of ['release', 'take']) for (const relay of [relays[0], relays[2]]) await relay?.balance();
  expect([locks.of(1).length, locks.of(3).length]).toEqual([8, 8]);
  expect(relays[0]?.relays).toBe(2);
});

it('takes no more than its share while the others may take theirs', async () => {
  const locks = new Locks();
  const [first] = (await start(locks, 1, 2)) as [Leadership];
  await first.balance();
  vi.advanceTimersByTime(2_000);
  await first.balance();
  expect(sorted(first)).toEqual(even);
});

it('takes shards that have had no leader for two seconds, and keeps them for half a minute', async () => {
  const locks = new Locks();
  const [first, second] = (await start(locks, 1, 2)) as [Leadership, Leadership];
  locks.stuck.add(2);
  await first.balance();
  vi.advanceTimersByTime(2_001);
  await second.balance();
  await first.balance();
  expect([sorted(first), second.shards]).toEqual([allShards, []]);
  locks.stuck.delete(2);
  vi.advanceTimersByTime(30_000);
  await first.balance();
  expect(sorted(first)).toEqual(allShards);
  vi.advanceTimersByTime(1);
  await first.balance();
  await second.balance();
  expect([sorted(first), sorted(second)]).toEqual([even, odd]);
});

it('does not count the time before a shard was taken and released again', async () => {
  const locks = new Locks();
  const [first] = (await start(locks, 1, 2)) as [Leadership];
  await first.balance();
  vi.advanceTimersByTime(1_500);
  for (const shard of odd) locks.shards.set(shard, 2);
  await first.balance();
  for (const shard of odd) locks.shards.delete(shard);
  await first.balance();
  vi.advanceTimersByTime(1_500);
  await first.balance();
  expect(sorted(first)).toEqual(even);
});

it('leads only shards whose lock its session holds', async () => {
  const locks = new Locks();
  const [relay] = (await start(locks, 1)) as [Leadership];
  await relay.balance();
  for (const shard of even) locks.shards.set(shard, 99);
  await relay.balance();
  expect(sorted(relay)).toEqual(odd);
});

it('fails if its session has ended', async () => {
  const locks = new Locks();
  const [relay] = (await start(locks, 1)) as [Leadership];
  locks.end(1);
  await expect(relay.balance()).rejects.toThrow('The relay lost its session');
});
