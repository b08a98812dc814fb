import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventOf, FakeBatches, wakeUp } from '../testing/fake-batches.ts';
import { BatchTrace } from './relay-traces.ts';
import { apartLimits, sharedLimits } from './slow-batch.ts';

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
      [0, 1, 0, 0].map((after) => ({ after, shards: [0, 1], except: [], events: 2 })),
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
      fake.outbox = [eventOf(1, 1)];
      const error = new Error('Broken');
      fake.beforeClaim = () => {
        if (fake.claims.length === 1) throw error;
      };
      expect(await fake.next()).toEqual({ events: 1, more: true });
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

  it.each(['57014', '55P03'])(
    'is smaller after one that failed with %s, and repeated by organization',
    async (code) => {
      const fake = new FakeBatches(400);
      fake.outbox = [eventOf(1, 1), eventOf(2, 2)];
      fake.beforeClaim = ({ only }) => {
        if (only !== undefined) return;
        vi.advanceTimersByTime(1_500);
        throw stateError(code);
      };
      expect(await fake.next()).toEqual({ events: 2, more: true });
      expect(fake.claims.map(({ only, events }) => ({ only, events }))).toEqual([
        { events: 400 },
        { only: 1, events: 133 },
        { only: 2, events: 133 },
      ]);
      expect(fake.limits).toEqual([sharedLimits, apartLimits, apartLimits]);
    },
  );
});

describe('a temporary error', () => {
  it('is retried twice, and then by organization with savepoints', async () => {
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
    expect(fake.claims.map(({ only }) => only)).toEqual([undefined, undefined, undefined, 1]);
    expect(fake.statements).toEqual(['savepoint projection', 'release savepoint projection']);
    expect(fake.logs).toEqual(Array(3).fill('warn Relay batch failed; retrying'));
  });

  it('is retried without savepoints again after a success', async () => {
    const fake = new FakeBatches();
    for (let round = 0; round < 3; round += 1) {
      fake.outbox = [eventOf(1, 1)];
      fake.beforeClaim = () => {
        throw stateError('57P01');
      };
      for (let count = 0; count < 2; count += 1)
        expect(await fake.next()).toEqual({ events: 0, more: false });
      fake.beforeClaim = () => undefined;
      expect(await fake.next()).toEqual({ events: 1, more: false });
    }
    expect(fake.statements).toEqual([]);
  });

  it('of the repetition delays the organization', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1)];
    fake.beforeClaim = () => {
      throw fake.claims.length === 1 ? new Error('Broken') : stateError('53100');
    };
    expect(await fake.next()).toEqual({ events: 0, more: false });
    expect(fake.claims).toHaveLength(2);
    expect(fake.logs).toEqual([
      'warn Relay batch failed; retrying',
      'error Could not number the events of an organization; retrying later',
    ]);
  });
});

describe('a lost connection', () => {
  // A batch and its repetition, and after a second a batch and the turn of the organization.
  it.each([1, 2, 3, 4])('ends the batch at attempt %s', async (attempt) => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1)];
    fake.beforeClaim = () => {
      fake.isLost = fake.claims.length === attempt;
      throw new Error(`Attempt ${fake.claims.length}`);
    };
    const run = async () => {
      await fake.next();
      vi.advanceTimersByTime(1_000);
      await fake.next();
    };
    await expect(run()).rejects.toThrow(`Attempt ${attempt}`);
  });
});

describe('failed projections', () => {
  const due = { projection: 'test', org_id: 1, event_id: 7, seq: 7, is_kept: true };

  it('are retried if they are due, and then deleted or delayed', async () => {
    const fake = new FakeBatches();
    expect([await fake.batches.retry([0]), fake.projected, fake.limits]).toEqual([0, [], []]);
    fake.failuresDue = [due];
    expect([await fake.batches.retry([0]), fake.projected, fake.wakeUps, fake.delivered]).toEqual([
      1,
      [[7]],
      [wakeUp],
      [[], []],
    ]);
    expect(fake.statements.splice(0)).toEqual([
      'savepoint projection',
      'release savepoint projection',
      expect.stringMatching(/^delete from relay_failures /),
    ]);
    fake.onProject = () => {
      throw new Error('Again');
    };
    expect([await fake.batches.retry([0]), fake.failures, fake.logs]).toEqual([
      1,
      1,
      ['error Projection failed; its events are retried later'],
    ]);
    expect(fake.statements.at(-1)).toMatch(/^insert into relay_failures as f /);
    expect(fake.limits).toEqual([apartLimits, apartLimits]);
  });

  it('do not prevent numbering if they cannot be read, unless the connection is lost', async () => {
    const fake = new FakeBatches();
    fake.failuresDue = null as never;
    expect([await fake.batches.retry([0]), fake.logs]).toEqual([
      0,
      ['error Could not retry failed projections'],
    ]);
    fake.isLost = true;
    await expect(fake.batches.retry([0])).rejects.toThrow();
  });
});
