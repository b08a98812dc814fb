import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../../log/logger.ts';
import { Prisma } from '../generated/client.ts';
import { Replica, type WritePositions } from './replica.ts';
import { ReplicationLag } from './replication-lag.ts';
import type { StatementPool } from './statement-pool.ts';

const writer = { org_id: 1, user_id: 2 };
const list = Prisma.sql`select org_id from rows`;
let primary: { position: number };
let standby: { position: number; fails: Error | null };
let queried: string[];
let warnings: string[];
let replica: Replica;

/** A server that returns its position, and its name for any other statement. */
const server = (name: string, state: { position: number; fails?: Error | null }) => {
  const rows = async ({ sql }: Prisma.Sql) => {
    if (sql.includes('_lsn()')) return [{ position: state.position }];
    queried.push(name);
    if (state.fails) throw state.fails;
    return [name];
  };
  const transaction = (run: (tx: unknown) => Promise<unknown>) => run({ rows });
  const pool = { rows, transaction, forOrganization: () => pool } as unknown as StatementPool;
  return pool;
};

function openReplica(writePositions: WritePositions): Replica {
  const log = createLogger('test', 'silent');
  log.warn = ((_: unknown, text: string) => warnings.push(text)) as never;
  return new Replica(
    { replica: server('replica', standby), primary: server('primary', primary) },
    writePositions,
    log,
  );
}

const noPositions: WritePositions = { save: async () => undefined, find: async () => null };

function errorOf(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
}

beforeEach(() => {
  vi.useFakeTimers();
  [primary, standby, queried, warnings] = [{ position: 10 }, { position: 10, fails: null }, [], []];
});
afterEach(async () => {
  const stopped = replica?.stop();
  await vi.advanceTimersByTimeAsync(10);
  await stopped;
  vi.useRealTimers();
});

it('logs once that it is unavailable', async () => {
  standby.position = null as never;
  replica = openReplica(noPositions);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await replica.isFreshFor(writer)).toBe(false);
  expect(warnings).toEqual(['The replica does not respond']);
});

it('never reads older data later in the same request', async () => {
  replica = openReplica(noPositions);
  await vi.advanceTimersByTimeAsync(1);
  const reads = replica.forRequest(1);
  expect(await reads.rows(list)).toEqual(['replica']);
  standby.fails = errorOf('40001');
  expect(await reads.rows(list)).toEqual(['primary']);
  standby.fails = null;
  expect(await reads.rows(list)).toEqual(['primary']);
  expect(await reads.transaction((tx) => tx.rows(list), 1_000)).toEqual(['primary']);
  expect(await replica.forRequest(1).rows(list)).toEqual(['replica']);
});

it('reads from the primary if the replica lacks a table or column', async () => {
  replica = openReplica(noPositions);
  for (const code of ['42P01', '42703', '42883']) {
    standby.fails = errorOf(code);
    expect(await replica.forRequest(1).rows(list)).toEqual(['primary']);
  }
  standby.fails = errorOf('22012');
  await expect(replica.forRequest(1).rows(list)).rejects.toMatchObject({ code: '22012' });
});

it('does not delay writes while unavailable', async () => {
  standby.position = null as never;
  const failing = async () => {
    throw new Error('Redis is away');
  };
  replica = openReplica({ save: failing, find: failing });
  await vi.advanceTimersByTimeAsync(1);
  let isDone = false;
  const done = replica.recordWrite(writer).then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(isDone).toBe(true);
  await done;
});

it('keeps a limited number of positions while unavailable, and never underestimates its lag', () => {
  const lag = new ReplicationLag();
  for (let tick = 1; tick <= 100_000; tick += 1) lag.recordPrimary(tick, tick);
  expect(lag.count).toBeLessThanOrEqual(128);
  expect(lag.oldestSince).toBe(1);
  for (const reached of [1, 500, 60_000, 99_990]) {
    lag.recordReplica(reached);
    expect(lag.oldestSince).toBeLessThanOrEqual(reached + 1);
  }
  lag.recordReplica(100_000);
  expect(lag.oldestSince).toBeNull();
});
