import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventOf, FakeBatches } from '../../testing/fake-batches.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an event that cannot be projected', () => {
  it('is stored as a failure, and the others are numbered', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(1, 2), eventOf(2, 3)];
    fake.onProject = (ids) => {
      if (ids.includes(2)) throw new Error('Cannot be projected');
    };
    expect(await fake.next()).toEqual({ events: 3, more: true });
    expect([fake.delivered, fake.failures, fake.statements.at(-1)]).toEqual([
      [[1, 2, 3]],
      1,
      'insert into relay_failures as f (org_id, event_id, projection, seq, last_error, next_try_at)',
    ]);
    expect(fake.logs).toEqual([
      'warn Relay batch failed; retrying',
      'error Projection failed; its events are retried later',
    ]);
  });

  it('is not searched for while the projection fails for most events', async () => {
    const fake = new FakeBatches();
    const ids = [1, 2, 3, 4];
    const fillAndRun = async () => {
      fake.outbox = ids.map((id) => eventOf(1, id));
      fake.projected.length = 0;
      await fake.next();
      return fake.projected.length;
    };
    fake.onProject = () => {
      throw new Error('Cannot be projected');
    };
    // The batch, and then it and its parts: 4, 2, 1, 1, 2, 1, 1 events.
    expect([await fillAndRun(), await fillAndRun(), fake.failures]).toEqual([8, 2, 8]);
    fake.onProject = () => undefined;
    expect(await fillAndRun()).toBe(1);
    fake.onProject = () => {
      throw new Error('Cannot be projected');
    };
    expect(await fillAndRun()).toBe(8);
  });

  it('is searched for each time if the projection fails for some events, or only for one event', async () => {
    const fake = new FakeBatches();
    fake.onProject = (some) => {
      if (some.some((id) => id === 1 || id === 2)) throw new Error('Cannot be projected');
    };
    const run = async (...ids: number[]) => {
      fake.outbox = ids.map((id) => eventOf(1, id));
      fake.projected.length = 0;
      await fake.next();
      return fake.projected.length;
    };
    // After two of five failed, two of four, and the only one.
    for (const ids of [[1, 2, 3, 4, 5], [1, 2, 3, 4], [1]]) {
      await run(...ids);
      expect(await run(1, 2, 3, 4)).toBe(6);
    }
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
    for (const id of [1, 5]) {
      fake.outbox = [eventOf(1, id), eventOf(1, id + 1)];
      calls.length = 0;
      await fake.next();
    }
    expect(calls).toEqual([2, 1, 1]);
  });

  it('is searched for again once the projection fails for few events', async () => {
    const fake = new FakeBatches();
    let bad: readonly number[] = [1, 2, 3];
    fake.onProject = (some) => {
      if (some.some((id) => bad.includes(id))) throw new Error('Cannot be projected');
    };
    const run = async (...ids: number[]) => {
      fake.outbox = ids.map((id) => eventOf(1, id));
      fake.projected.length = 0;
      await fake.next();
      return fake.projected.length;
    };
    expect(await run(1, 2, 3, 4)).toBe(8);
    bad = [1];
    // One failing event of one is not most of several.
    expect(await run(1)).toBe(2);
    expect(await run(1, 2, 3, 4)).toBe(6);
  });
});

describe('an organization whose events cannot be numbered', () => {
  const failFor = (fake: FakeBatches, org_id: number) => {
    fake.beforeClaim = ({ after, organizations, except = [] }) => {
      const isIncluded =
        organizations === 1 ? after === org_id - 1 : after < org_id && !except.includes(org_id);
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
      expect(fake.claims.at(-1)).toMatchObject({ after: 1, organizations: 1 });
    }
  });

  it('is skipped for a second again after it was numbered', async () => {
    const fake = new FakeBatches();
    for (let round = 0; round < 2; round += 1) {
      fake.outbox = [eventOf(2, 2)];
      failFor(fake, 2);
      await fake.next();
      vi.advanceTimersByTime(999);
      await fake.next();
      expect(fake.claims.at(-1)?.except).toEqual([2]);
      vi.advanceTimersByTime(1);
      // Fails with the others, and then succeeds alone.
      fake.beforeClaim = ({ organizations }) => {
        if (organizations !== 1) throw new Error('Cannot be numbered');
      };
      expect(await fake.next()).toEqual({ events: 1, more: true });
    }
  });

  it('does not include one with an event that cannot be projected', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(1, 2)];
    fake.beforeClaim = ({ organizations }) => {
      if (organizations !== 1) throw new Error('Cannot be numbered');
    };
    fake.onProject = (ids) => {
      if (ids.includes(2)) throw new Error('Cannot be projected');
    };
    expect(await fake.next()).toEqual({ events: 2, more: true });
    expect([fake.delivered, fake.failures]).toEqual([[[1, 2]], 1]);
  });

  it('does not keep others waiting for longer than five seconds', async () => {
    const fake = new FakeBatches();
    fake.outbox = [eventOf(1, 1), eventOf(2, 2), eventOf(3, 3), eventOf(4, 4)];
    fake.beforeClaim = ({ organizations }) => {
      if (organizations !== 1) throw new Error('Cannot be numbered');
    };
    fake.onProject = () => vi.advanceTimersByTime(2_500);
    expect(await fake.next()).toEqual({ events: 3, more: true });
    expect(fake.outbox).toHaveLength(1);
  });
});
