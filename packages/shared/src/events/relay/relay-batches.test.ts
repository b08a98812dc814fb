import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventOf, FakeBatches, wakeUp } from '../testing/fake-batches.ts';
import { BatchTrace } from './relay-traces.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const stateError = (code: string) => Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });

describe('a batch', () => {
  it('numbers, projects and delivers events, and continues after the last organization', async () => {
    const fake = new FakeBatches(2);
    fake.outbox = [eventOf(1, 1), eventOf(1, 2), eventOf(1, 3), eventOf(5, 4)];
    expect(await fake.next()).toEqual({ events: 2, more: true });
    expect(await fake.next()).toEqual({ events: 1, more: true });
    expect(await fake.next()).toEqual({ events: 1, more: false });
    expect(await fake.next()).toEqual({ events: 0, more: false });
    expect(fake.claims).toEqual(
      [0, 1, 0, 0].map((after) => ({ after, shards: [0, 1], except: [], organizations: 500, events: 2 })),
    );
    expect([fake.projected, fake.delivered]).toEqual([
      [[1, 2], [4], [3]],
      [[1, 2], [4], [3], []],
    ]);
    expect([fake.wakeUps.length, fake.failures, fake.logs, fake.statements]).toEqual([3, 0, [], []]);
  });

  it('records outbox rows without an event as failures, and does not deliver them', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(1, 2, 0)];
    expect(await fake.next()).toEqual({ events: 2, more: false });
    expect([fake.projected, fake.delivered, fake.statements]).toEqual([
      [[1]],
      [[1]],
      ['insert into relay_failures (org_id, event_id, projection, seq, last_error, next_try_at)'],
    ]);
    expect(fake.logs).toEqual([
      'error An outbox row refers to an event that does not exist; recorded as a failure',
    ]);
  });

  it('ends its spans after the commit, or with the error', async () => {
    const ends = vi.spyOn(BatchTrace.prototype, 'end');
    try {
      const fake = new FakeBatches();
      const error = new Error('Broken');
      fake.beforeClaim = () => {
        if (fake.claims.length === 1) throw error;
      };
      expect(await fake.next()).toEqual({ events: 0, more: false });
      expect(ends.mock.calls).toEqual([[error], []]);
    } finally {
      ends.mockRestore();
    }
  });

  it('is smaller after a slow one', async () => {
    const fake = new FakeBatches(400);
    fake.outbox = Array.from({ length: 400 }, (_, index) => eventOf(1, index + 1));
    fake.onProject = () => vi.advanceTimersByTime(2_000);
    await fake.next();
    await fake.next();
    expect(fake.claims.map(({ events }) => events)).toEqual([400, 100]);
  });
});

describe('a temporary error', () => {
  it('is retried twice, and then with savepoints', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1)];
    let failing = 3;
    fake.onProject = () => {
      failing -= 1;
      if (failing >= 0) throw stateError('40P01');
    };
    expect(await fake.next()).toEqual({ events: 0, more: false });
    expect(await fake.next()).toEqual({ events: 0, more: false });
    expect(fake.statements).toEqual([]);
    expect(await fake.next()).toEqual({ events: 1, more: true });
    expect(fake.statements).toEqual(['savepoint projection', 'release savepoint projection']);
    expect(fake.logs).toEqual(Array(3).fill('warn Relay batch failed; retrying'));
  });

  it('is retried without savepoints again after a success', async () => {
    const fake = new FakeBatches();
    for (let round = 0; round < 3; round += 1) {
      fake.outbox = [eventOf(1, 1)];
      fake.beforeClaim = () => {
        throw stateError('57014');
      };
      for (let count = 0; count < 2; count += 1)
        expect(await fake.next()).toEqual({ events: 0, more: false });
      fake.beforeClaim = () => undefined;
      expect(await fake.next()).toEqual({ events: 1, more: false });
    }
    expect(fake.statements).toEqual([]);
  });

  it('of the repetition ends the connection', async () => {
    const fake = new FakeBatches();
    fake.beforeClaim = () => {
      throw fake.claims.length === 1 ? new Error('Broken') : stateError('53100');
    };
    await expect(fake.next()).rejects.toMatchObject({ code: '53100' });
    expect(fake.claims).toHaveLength(2);
  });
});

describe('a lost connection', () => {
  it.each([1, 2, 3])('ends the batch at attempt %s', async (attempt) => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1)];
    fake.beforeClaim = () => {
      fake.isLost = fake.claims.length === attempt;
      throw new Error(`Attempt ${fake.claims.length}`);
    };
    await expect(fake.next()).rejects.toThrow(`Attempt ${attempt}`);
  });
});

describe('failed projections', () => {
  const due = { projection: 'test', org_id: 1, event_id: 7, seq: 7, is_kept: true };

  it('are retried if they are due', async () => {
    const fake = new FakeBatches();
    fake.failuresDue = [due];
    expect([await fake.batches.retry([0]), fake.projected]).toEqual([0, []]);
    fake.areFailuresDue = true;
    expect([await fake.batches.retry([0]), fake.projected, fake.wakeUps, fake.delivered]).toEqual([
      1,
      [[7]],
      [wakeUp],
      [[]],
    ]);
    fake.onProject = () => {
      throw new Error('Again');
    };
    expect([await fake.batches.retry([0]), fake.failures, fake.logs]).toEqual([
      1,
      1,
      ['error Projection failed; its events are retried later'],
    ]);
  });

  it('do not prevent numbering if they cannot be read, unless the connection is lost', async () => {
    const fake = new FakeBatches();
    fake.areFailuresDue = true;
    fake.failuresDue = null as never;
    expect([await fake.batches.retry([0]), fake.logs]).toEqual([
      0,
      ['error Could not retry failed projections'],
    ]);
    fake.isLost = true;
    await expect(fake.batches.retry([0])).rejects.toThrow();
  });
});
