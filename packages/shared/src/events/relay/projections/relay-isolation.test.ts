import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventOf, FakeBatches } from '../../testing/fake-batches.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Numbers these events, and returns the number of calls of the projection. */
async function run(fake: FakeBatches, events: FakeBatches['outbox']): Promise<number> {
  fake.outbox = events;
  fake.projected.length = 0;
  await fake.next();
  return fake.projected.length;
}

/** Makes the projection fail for these events. */
function failForEvents(fake: FakeBatches, ...bad: number[]): void {
  fake.onProject = (ids) => {
    if (ids.some((id) => bad.includes(id))) throw new Error('Cannot be projected');
  };
}

describe('an event that cannot be projected', () => {
  it('is stored as a failure, and the others are numbered', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(1, 2), eventOf(2, 3)];
    failForEvents(fake, 2);
    expect(await fake.next()).toEqual({ events: 3, more: true });
    expect([fake.delivered, fake.failures, fake.projected]).toEqual([
      [[1, 2], [3]],
      1,
      [[1, 2, 3], [1, 2], [1], [2], [3]],
    ]);
    expect(fake.statements).toContain(
      'insert into relay_failures as f (org_id, event_id, projection, seq, last_error, next_try_at)',
    );
    expect(fake.logs).toEqual([
      'warn Relay batch failed; retrying',
      'error Projection failed; its events are retried later',
    ]);
  });

  it('sets its organization apart: later events have turns after the batch of the others', async () => {
    const fake = new FakeBatches();
    failForEvents(fake, 1);
    await run(fake, [eventOf(1, 1), eventOf(2, 2)]);
    fake.claims.length = 0;
    await run(fake, [eventOf(1, 3), eventOf(2, 4)]);
    expect(fake.projected).toEqual([[4], [3]]);
    expect(fake.claims).toEqual([
      { after: 0, shards: [0, 1], except: [1], events: 100 },
      { after: 0, shards: [0, 1], only: 1, events: 100 },
    ]);
    vi.advanceTimersByTime(60_001);
    await run(fake, [eventOf(1, 5), eventOf(2, 6)]);
    expect(fake.projected).toEqual([[5, 6]]);
  });

  it('is not searched for while the projection fails for most events of every organization', async () => {
    const fake = new FakeBatches();
    const events = () => [1, 2, 3, 4, 5, 6, 7, 8].map((id) => eventOf(id > 4 ? 2 : 1, id));
    const fail = () => {
      throw new Error('Cannot be projected');
    };
    fake.onProject = fail;
    // The batch, and then the 4 events of each organization and their parts: 4, 2, 1, 1, 2, 1, 1.
    expect([await run(fake, events()), await run(fake, events()), fake.failures]).toEqual([15, 1, 16]);
    expect(fake.claims.at(-1)?.except).toEqual([]);
    fake.onProject = () => undefined;
    expect(await run(fake, events())).toBe(1);
    fake.onProject = fail;
    expect(await run(fake, events())).toBe(15);
  });

  it.each([
    ['one organization only', [eventOf(1, 1), eventOf(1, 2)]],
    ['half of the events of an organization', [eventOf(1, 1), eventOf(2, 2), eventOf(2, 3)]],
    ['all organizations but the last', [eventOf(1, 1), eventOf(2, 2), eventOf(3, 3)]],
    ['all organizations but the first', [eventOf(1, 3), eventOf(2, 1), eventOf(3, 2)]],
  ])('is searched for each time if the projection fails for %s', async (_, events) => {
    const fake = new FakeBatches();
    failForEvents(fake, 1, 2);
    await run(fake, events);
    // The batch, and then the events of the organization and their parts: 4, 2, 1, 1, 2.
    const four = [1, 2, 3, 4].map((id) => eventOf(9, id));
    expect(await run(fake, four)).toBe(6);
    // Now it is set apart.
    expect(await run(fake, four)).toBe(5);
  });

  it('of one projection does not limit the search for those of another', async () => {
    const fake = new FakeBatches();
    const calls: number[] = [];
    fake.projections.push({
      name: 'other',
      project: async (_, events) => {
        calls.push(events.length);
        if (events.some(({ event_id }) => event_id === 5)) throw new Error('Cannot be projected');
        return [];
      },
    });
    fake.onProject = () => {
      throw new Error('Cannot be projected');
    };
    await run(fake, [eventOf(1, 1), eventOf(2, 2)]);
    calls.length = 0;
    await run(fake, [eventOf(1, 5), eventOf(1, 6)]);
    // The other projection in the batch, and then both in the transaction of the organization.
    expect([calls, fake.projected]).toEqual([[2, 2, 1, 1], [[5, 6]]]);
  });
});

describe('an organization whose events cannot be numbered', () => {
  const failFor = (fake: FakeBatches, failing: number) => {
    fake.beforeClaim = ({ only, except = [] }) => {
      const isIncluded = only === undefined ? !except.includes(failing) : only === failing;
      if (isIncluded) throw new Error('Cannot be numbered');
    };
  };

  it('is skipped for a second, then for twice as long each time, up to a minute', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(2, 2), eventOf(3, 3)];
    failFor(fake, 2);
    expect(await fake.next()).toEqual({ events: 2, more: true });
    expect(fake.delivered).toEqual([[1], [3]]);
    expect(fake.logs).toEqual([
      'warn Relay batch failed; retrying',
      'error Could not number the events of an organization; retrying later',
    ]);
    for (const delayMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      vi.advanceTimersByTime(delayMs - 1);
      expect(await fake.next()).toEqual({ events: 0, more: false });
      expect(fake.claims.at(-1)?.except).toEqual([2]);
      vi.advanceTimersByTime(1);
      expect(await fake.next()).toEqual({ events: 0, more: false });
      expect(fake.claims.slice(-2)).toMatchObject([{ except: [2] }, { only: 2 }]);
    }
  });

  it('is skipped for a second again after it was numbered', async () => {
    const fake = new FakeBatches();
    for (let round = 0; round < 2; round += 1) {
      fake.outbox = [eventOf(2, 2)];
      failFor(fake, 2);
      expect(await fake.next()).toEqual({ events: 0, more: false });
      vi.advanceTimersByTime(999);
      await fake.next();
      expect(fake.claims.at(-1)?.except).toEqual([2]);
      vi.advanceTimersByTime(1);
      fake.beforeClaim = () => undefined;
      expect(await fake.next()).toEqual({ events: 1, more: true });
      expect(fake.claims.at(-1)?.only).toBe(2);
    }
  });

  it('does not include one with an event that cannot be projected', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(1, 2)];
    fake.beforeClaim = ({ only }) => {
      if (only === undefined) throw new Error('Cannot be numbered');
    };
    failForEvents(fake, 2);
    expect(await fake.next()).toEqual({ events: 2, more: true });
    expect([fake.delivered, fake.failures]).toEqual([[[1, 2]], 1]);
    // Its next turn is not delayed.
    fake.outbox = [eventOf(1, 3)];
    expect(await fake.next()).toEqual({ events: 1, more: true });
  });

  it('does not keep others waiting for longer than five seconds', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(2, 2), eventOf(3, 3), eventOf(4, 4)];
    fake.beforeClaim = ({ only }) => {
      if (only === undefined) throw new Error('Cannot be numbered');
    };
    fake.onProject = () => vi.advanceTimersByTime(2_500);
    expect(await fake.next()).toEqual({ events: 3, more: true });
    expect(fake.outbox).toHaveLength(1);
  });
});

describe('organizations that are set apart', () => {
  it('are not repeated with the others after a failed batch', async () => {
    const fake = new FakeBatches();
    failForEvents(fake, 1, 2);
    await run(fake, [eventOf(1, 1), eventOf(3, 3)]);
    await run(fake, [eventOf(1, 4), eventOf(2, 2), eventOf(3, 5)]);
    // The batch of the others, its repetition, and then the turn.
    expect(fake.projected).toEqual([[2, 5], [2], [5], [4]]);
  });

  it('have turns for a quarter of a second, and then the rest of them first', async () => {
    const fake = new FakeBatches();
    failForEvents(fake, 1, 2, 3);
    await run(
      fake,
      [1, 2, 3, 4].map((id) => eventOf(id, id)),
    );
    fake.onProject = () => vi.advanceTimersByTime(200);
    fake.outbox = [eventOf(1, 5), eventOf(2, 6), eventOf(3, 7), eventOf(1, 8)];
    fake.projected.length = 0;
    expect(await fake.next()).toEqual({ events: 3, more: true });
    fake.outbox.push(eventOf(1, 9));
    expect(await fake.next()).toEqual({ events: 2, more: true });
    expect(fake.projected).toEqual([[5, 8], [6], [7], [9]]);
  });

  it('have a quarter of the events after a turn that was too slow, until a single one fails', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(1, 2)];
    fake.beforeClaim = ({ except = [] }) => {
      if (except.includes(1)) return;
      vi.advanceTimersByTime(500);
      throw Object.assign(new pg.DatabaseError('slow', 0, 'error'), { code: '57014' });
    };
    await fake.next();
    for (let turn = 0; turn < 3; turn += 1) {
      vi.advanceTimersByTime(1_999);
      await fake.next();
      expect(fake.claims.at(-1)?.except).toEqual([1]);
      vi.advanceTimersByTime(1);
      expect(await fake.next()).toEqual({ events: 0, more: false });
    }
    expect(fake.claims.flatMap(({ only, events }) => (only === 1 ? [events] : []))).toEqual([100, 25, 6, 1]);
    expect(fake.logs.slice(1)).toEqual([
      ...Array(3).fill('warn Events of an organization are slow; retrying with fewer'),
      'error Could not number the events of an organization; retrying later',
    ]);
  });
});
