import { afterEach, describe, expect, it } from 'vitest';
import { HeartbeatScheduler, type HeartbeatTarget } from './heartbeat-scheduler.ts';

class Counter implements HeartbeatTarget {
  beats = 0;
  ends = 0;
  readonly endsAt: number;
  constructor(endsAt = Number.POSITIVE_INFINITY) {
    this.endsAt = endsAt;
  }
  sendHeartbeat(): void {
    this.beats += 1;
  }
  end(): void {
    this.ends += 1;
  }
}

let scheduler: HeartbeatScheduler;
afterEach(() => scheduler.stop());

describe('the heartbeat scheduler', () => {
  it('sends one heartbeat per interval to each target, spread over the ticks', () => {
    scheduler = new HeartbeatScheduler(30_000);
    const all = Array.from({ length: 600 }, () => new Counter());
    for (const one of all) scheduler.add(one);
    const beats = () => all.reduce((sum, one) => sum + one.beats, 0);
    for (let tick = 0; tick < 60; tick += 1) {
      const before = beats();
      scheduler.tick();
      expect(beats() - before).toBe(10);
    }
    expect(new Set(all.map((one) => one.beats))).toEqual(new Set([1]));
  });

  it('ends only expired targets on the next tick', () => {
    scheduler = new HeartbeatScheduler(30_000);
    const [expired, live] = [new Counter(performance.now() - 1), new Counter(performance.now() + 60_000)];
    scheduler.add(expired);
    scheduler.add(live);
    scheduler.tick();
    expect([expired.ends, live.ends]).toEqual([1, 0]);
  });

  it('stops sending to removed targets, even if they are removed during a tick', () => {
    scheduler = new HeartbeatScheduler(1_000);
    const [remaining, removed] = [new Counter(), new Counter()];
    remaining.sendHeartbeat = () => scheduler.remove(removed);
    scheduler.add(remaining);
    scheduler.add(removed);
    for (let tick = 0; tick < 40; tick += 1) scheduler.tick();
    expect([scheduler.size, removed.beats <= 1]).toEqual([1, true]);
  });
});
