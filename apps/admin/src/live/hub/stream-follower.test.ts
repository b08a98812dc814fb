import { ApiError, type Client, type EventStreamOptions, type StreamMessage } from '@wfp/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HubNotice } from './hub-messages.ts';
import { StreamFollower } from './stream-follower.ts';

/** A stream whose messages and connections the test causes. */
class FakeStream {
  position: string | null;
  readonly options: EventStreamOptions;
  #messages: StreamMessage[] = [];
  #wake = () => undefined;
  #error: unknown;
  #isClosed = false;

  constructor(options: EventStreamOptions) {
    this.options = options;
    this.position = options.after === undefined ? null : String(options.after);
  }

  connection(state: 'open' | 'lost', cause?: unknown): void {
    if (state === 'open') this.position ??= '7';
    this.options.onConnection?.(state, cause);
  }

  send(...messages: StreamMessage[]): void {
    this.#messages.push(...messages);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#error = error;
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      for (const message of this.#messages.splice(0)) {
        this.position = message.position;
        yield message;
      }
      if (this.#error) throw this.#error;
      if (this.#isClosed) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = () => void resolve();
      await promise;
    }
  }
}

const event = (id: number) =>
  ({ type: 'event', position: String(id), event: { id } }) as unknown as StreamMessage;
const rejection = (status: number) => new ApiError(new Response(null, { status }), null);

let streams: FakeStream[];
let notices: HubNotice[];
let follower: StreamFollower;
const latest = () => streams.at(-1) as FakeStream;
const states = () => notices.flatMap((one) => (one.type === 'state' ? [one.state] : []));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  [streams, notices] = [[], []];
  const events = (options: EventStreamOptions) => {
    streams.push(new FakeStream(options));
    return latest();
  };
  follower = new StreamFollower({ events } as unknown as Client, (notice) => notices.push(notice));
});
afterEach(() => {
  follower.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reports a gap at the first position, events in batches, and later connections without a gap', async () => {
  latest().connection('open');
  latest().send(event(8), event(9));
  await vi.advanceTimersByTimeAsync(20);
  latest().connection('lost');
  latest().connection('open');
  expect(notices).toEqual([
    { type: 'state', state: 'live' },
    { type: 'gap', isSpread: false },
    { type: 'events', events: [{ id: 8 }, { id: 9 }] },
    { type: 'reconnected' },
  ]);
});

it('reports a reset as a gap over which pages spread their requests', async () => {
  latest().connection('open');
  latest().send({ type: 'reset', position: '3', head: 3 });
  await vi.advanceTimersByTimeAsync(20);
  expect(notices.at(-1)).toEqual({ type: 'gap', isSpread: true });
});

it('reports a loss after five seconds, and an unreachable service after thirty', async () => {
  latest().connection('open');
  latest().connection('lost');
  await vi.advanceTimersByTimeAsync(4_900);
  latest().connection('lost');
  expect(states()).toEqual(['live']);
  await vi.advanceTimersByTimeAsync(200);
  expect(states()).toEqual(['live', 'reconnecting']);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(states()).toEqual(['live', 'reconnecting', 'offline']);
  latest().connection('open');
  expect(states().at(-1)).toBe('live');
});

it('reports a service that rejects streams for now as busy, and does not connect earlier than requested', async () => {
  latest().connection('lost', rejection(503));
  await vi.advanceTimersByTimeAsync(5_100);
  expect(states()).toEqual(['busy']);
  follower.wake();
  expect(streams).toHaveLength(1);
});

it('requests a rejected stream again when the user returns, at the earliest after two seconds', async () => {
  latest().fail(rejection(403));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states()).toEqual(['refused']);
  follower.wake();
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(streams).toHaveLength(2);
  latest().fail(rejection(403));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(streams).toHaveLength(3);
});

it('connects at once when the network returns, and continues after the last event', async () => {
  latest().connection('open');
  latest().send(event(8));
  await vi.advanceTimersByTimeAsync(20);
  latest().connection('lost');
  await vi.advanceTimersByTimeAsync(10_000);
  follower.wake();
  expect(latest().options.after).toBe('8');
  latest().connection('open');
  expect(notices.at(-1)).toEqual({ type: 'reconnected' });
  follower.wake();
  expect(streams).toHaveLength(2);
});
