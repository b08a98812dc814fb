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

let pulse: HeartbeatScheduler;
afterEach(() => pulse.stop());

describe('the pulse of a pod', () => {
  it('beats for each once a heartbeat, and never for all at once', () => {
    pulse = new HeartbeatScheduler(30_000);
    const all = Array.from({ length: 600 }, () => new Counter());
    for (const one of all) pulse.add(one);
    const beats = () => all.reduce((sum, one) => sum + one.beats, 0);
    for (let tick = 0; tick < 60; tick += 1) {
      const before = beats();
      pulse.tick();
      expect(beats() - before).toBe(10);
    }
    expect(new Set(all.map((one) => one.beats))).toEqual(new Set([1]));
  });

  it('ends what is over with the next tick, and only that', () => {
    pulse = new HeartbeatScheduler(30_000);
    const [over, lives] = [new Counter(performance.now() - 1), new Counter(performance.now() + 60_000)];
    pulse.add(over);
    pulse.add(lives);
    pulse.tick();
    expect([over.ends, lives.ends]).toEqual([1, 0]);
  });

  it('forgets who left, also while it beats', () => {
    pulse = new HeartbeatScheduler(1_000);
    const [stays, leaves] = [new Counter(), new Counter()];
    stays.sendHeartbeat = () => pulse.remove(leaves);
    pulse.add(stays);
    pulse.add(leaves);
    for (let tick = 0; tick < 40; tick += 1) pulse.tick();
    expect([pulse.size, leaves.beats <= 1]).toEqual([1, true]);
  });
});
