import type { StreamedEvent } from '@wfp/shared';
import { describe, expect, it } from 'vitest';
import type { Batch } from './delivery/batch.ts';
import { Feed } from './feed.ts';

const event = (seq: number): StreamedEvent => ({
  seq,
  aggregate_type: 'task',
  event_type: 'task.post_create',
  subject_employee_id: null,
  subject_team_id: null,
  subject_user_ids: [],
  is_private: false,
  record: JSON.stringify({ id: seq }),
});
const events = (...numbers: number[]) => numbers.map(event);

class Recorder {
  readonly seen: number[] = [];
  readonly batches: Batch[] = [];
  ended = 0;
  receive(batch: Batch): void {
    this.seen.push(...batch.events.map((one) => one.seq));
    this.batches.push(batch);
  }
  end(): void {
    this.ended += 1;
  }
}

function feedAt(position: number): { feed: Feed; listener: Recorder } {
  const feed = new Feed(1);
  feed.position = position;
  const listener = new Recorder();
  feed.addListener(listener);
  return { feed, listener };
}

describe('a feed', () => {
  it('delivers events after its position', () => {
    const { feed, listener } = feedAt(10);
    expect(feed.deliver(events(11, 12))).toBe(true);
    expect(feed.deliver(events(13))).toBe(true);
    expect(listener.seen).toEqual([11, 12, 13]);
    expect(feed.position).toBe(13);
  });

  it('skips events that it has delivered', () => {
    const { feed, listener } = feedAt(10);
    feed.deliver(events(11, 12));
    expect(feed.deliver(events(11, 12))).toBe(true);
    expect(feed.deliver(events(12, 13))).toBe(true);
    expect(listener.seen).toEqual([11, 12, 13]);
  });

  it.each([[[12]], [[11, 13]], [[9, 12, 13]]])(
    'delivers nothing of %j at a gap and returns false',
    (numbers) => {
      const { feed, listener } = feedAt(10);
      expect(feed.deliver(events(...numbers))).toBe(false);
      expect(listener.seen).toEqual([]);
      expect(feed.position).toBe(10);
    },
  );

  it('advances without listeners', () => {
    const feed = new Feed(1);
    expect(feed.deliver(events(1, 2))).toBe(true);
    expect(feed.position).toBe(2);
  });

  it('delivers the same batch to every listener', () => {
    const { feed, listener } = feedAt(0);
    const second = new Recorder();
    feed.addListener(second);
    feed.deliver(events(1, 2));
    expect(second.batches[0]).toBe(listener.batches[0]);
  });

  it('delivers nothing to a removed listener', () => {
    const { feed, listener } = feedAt(0);
    feed.removeListener(listener);
    feed.deliver(events(1));
    expect(listener.seen).toEqual([]);
  });

  it('ends its listeners when the log was replaced', () => {
    const { feed, listener } = feedAt(10);
    feed.restart(3);
    expect(listener.ended).toBe(1);
    expect(feed.position).toBe(3);
    expect(feed.restarts).toBe(1);
    feed.deliver(events(4));
    expect(listener.seen).toEqual([]);
  });
});
