import { afterEach, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { ApiError } from '../requests/errors.ts';
import { memoryStore } from '../requests/tokens.ts';
import { block, FakeConnection, record } from '../testing/fake-connection.ts';
import type { EventStream, EventStreamOptions } from './event-stream.ts';

type Respond = (connection: FakeConnection) => Response | Promise<Response>;
const streams =
  (then: (connection: FakeConnection) => void): Respond =>
  (connection) => {
    then(connection);
    return connection.response;
  };
const respondsWith = (status: number, headers: Record<string, string> = {}): Respond => {
  return () => new Response('{"error":"No"}', { status, headers });
};

let connections: FakeConnection[] = [];
afterEach(() => {
  connections = [];
});

function follow(responses: Respond[], options: EventStreamOptions = {}): EventStream {
  const fetch = async (request: Request) => {
    const connection = new FakeConnection(request);
    connections.push(connection);
    const respond = responses[connections.length - 1];
    if (!respond) throw new TypeError('No connection is expected any more');
    return respond(connection);
  };
  const client = createClient({ baseUrl: 'https://x.test/api', tokens: { access_token: 'one' }, fetch });
  return client.events({ maxPauseMs: 2, ...options });
}

/** Reads this many messages. */
async function read(stream: EventStream, count: number) {
  const messages = [];
  for await (const message of stream) {
    messages.push(message);
    if (messages.length === count) break;
  }
  return messages;
}

const positionsOf = (messages: { position: string }[]) => messages.map((one) => one.position);
const sent = (name: string) => connections.map(({ request }) => request.headers.get(name));

it('continues after the last event when a connection breaks, ends or cannot be opened', async () => {
  const stream = follow([
    streams((one) => one.send(`retry: 1\nid: 4\n\n${block(5)}${block(6).slice(0, 9)}`).fail()),
    () => Promise.reject(new TypeError('fetch failed')),
    respondsWith(503, { 'retry-after': '0' }),
    respondsWith(502),
    streams((one) => one.send(block(6)).send(block(7)).end()),
    streams((one) => one.send(block(8))),
  ]);
  const messages = await read(stream, 4);
  expect(positionsOf(messages)).toEqual(['5', '6', '7', '8']);
  expect(messages[0]).toEqual({ type: 'event', position: '5', event: record(50) });
  expect(sent('last-event-id')).toEqual([null, '5', '5', '5', '5', '7']);
  expect(sent('authorization')).toEqual(connections.map(() => 'Bearer one'));
});

it('records positions without an event, but never that of an event it has not yielded', async () => {
  const stream = follow(
    [
      streams((one) => one.send('retry: 1\nid: 4\n\n').end()),
      streams((one) => one.send(': heartbeat\nid: 9\n\n').end()),
      streams((one) => one.send(`${block(10)}${block(11)}: heartbeat\nid: 20\n\n`)),
      streams((one) => one.send(block(11))),
    ],
    { after: 3 },
  );
  expect(positionsOf(await read(stream, 1))).toEqual(['10']);
  expect(sent('last-event-id')).toEqual(['3', '4', '9']);
  expect(stream.position).toBe('10');
  // The next loop continues after the last message.
  expect(positionsOf(await read(stream, 1))).toEqual(['11']);
  expect(sent('last-event-id')[3]).toBe('10');
});

it('yields a reset when events are no longer available, and continues after it', async () => {
  const stream = follow(
    [
      streams((one) => one.send('retry: 1\n\nevent: reset\nid: 40\ndata: {"head":40}\n\n').end()),
      streams((one) => one.send(block(41))),
    ],
    { after: '999' },
  );
  expect(await read(stream, 2)).toEqual([
    { type: 'reset', position: '40', head: 40 },
    { type: 'event', position: '41', event: record(410) },
  ]);
  expect(sent('last-event-id')).toEqual(['999', '40']);
});

it('joins data split at any byte, within characters too', async () => {
  const named = { ...record(1), payload: { record_name: 'Café ☕' } };
  const whole = new TextEncoder().encode(`id: 1\r\ndata: ${JSON.stringify(named)}\r\n\r\n`);
  const stream = follow([
    streams((one) => {
      for (const byte of whole) one.send(Uint8Array.of(byte));
    }),
  ]);
  expect(await read(stream, 1)).toEqual([{ type: 'event', position: '1', event: named }]);
});

it('ends with an error if reconnecting would not help', async () => {
  for (const status of [400, 401, 403, 404, 422]) {
    connections = [];
    await expect(read(follow([respondsWith(status)]), 1)).rejects.toBeInstanceOf(ApiError);
    expect(connections).toHaveLength(1);
  }
});

it('continues with a new token when the old one has expired, after several attempts if necessary', async () => {
  const refreshes = [503, 401, 200];
  const seen: (string | null)[] = [];
  const fetch = async (request: Request) => {
    if (request.url.endsWith('/auth/refresh')) {
      const status = refreshes.shift() as number;
      const made = { access_token: 'two', refresh_token: 'next', expires_in: 900 };
      return Response.json(status === 200 ? made : {}, { status });
    }
    seen.push(request.headers.get('authorization'));
    const hasEnded = seen.length > 1 && !seen.at(-1)?.endsWith('two');
    if (hasEnded) return new Response('{}', { status: 401 });
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(`retry: 1\n\n${block(seen.length)}`, { headers });
  };
  const store = memoryStore({ access_token: 'one', refresh_token: 'first' });
  const client = createClient({ baseUrl: 'https://x.test', store, fetch, retry: { attempts: 1 } });
  const stream = client.events({ maxPauseMs: 2 });
  // The first refresh fails temporarily and the stream continues; the second is rejected, which ends the stream.
  await expect(read(stream, 9)).rejects.toMatchObject({ status: 401 });
  expect(seen).toEqual(['one', 'one', 'one'].map((token) => `Bearer ${token}`));
  await store.set({ access_token: 'one', refresh_token: 'second' });
  expect(positionsOf(await read(stream, 1))).toEqual(['5']);
  expect(seen.slice(3)).toEqual(['Bearer one', 'Bearer two']);
});

it('abandons a connection that is silent, or that cannot be opened in time', async () => {
  const lost: unknown[] = [];
  const stream = follow(
    [
      streams((one) => one.send(block(1)).ignoreAborts()),
      ({ request }) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        }),
      streams((one) => one.send(block(2))),
    ],
    { silenceMs: 20, onConnection: (state, cause) => state === 'lost' && lost.push(cause) },
  );
  expect(positionsOf(await read(stream, 2))).toEqual(['1', '2']);
  expect(lost).toEqual([1, 2].map(() => expect.objectContaining({ name: 'ConnectionError' })));
});

it('reconnects after a page, an empty response, and invalid data', async () => {
  const lost: unknown[] = [];
  const stream = follow(
    [
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      streams((one) => one.end()),
      respondsWith(408),
      streams((one) => one.send(`${block(1)}id: 2\ndata: {"id"\n\n`)),
      streams((one) => one.send(block(2))),
    ],
    { onConnection: (state, cause) => state === 'lost' && lost.push((cause as Error)?.name) },
  );
  expect(positionsOf(await read(stream, 2))).toEqual(['1', '2']);
  expect(lost).toEqual(['ConnectionError', 'ConnectionError', 'ApiError', 'SyntaxError']);
  expect(sent('last-event-id').at(-1)).toBe('1');
});

it('ends without an error when closed or aborted, and removes its listeners', async () => {
  const abort = new AbortController();
  const listening = new Set<unknown>();
  const { addEventListener, removeEventListener } = abort.signal;
  abort.signal.addEventListener = (type: string, listener: any, options?: any) => {
    listening.add(listener);
    addEventListener.call(abort.signal, type, listener, options);
  };
  abort.signal.removeEventListener = (type: string, listener: any) => {
    listening.delete(listener);
    removeEventListener.call(abort.signal, type, listener);
  };
  const breaking = streams((one) => one.send(block(1)).fail());
  const ends = [(stream: EventStream) => stream.close(), () => abort.abort()];
  for (const end of ends) {
    connections = [];
    const waiting = streams((one) => setTimeout(() => end(stream), 5) && one);
    const stream: EventStream = follow([breaking, breaking, breaking, waiting], { signal: abort.signal });
    expect(await read(stream, 9)).toHaveLength(3);
    expect(connections.at(-1)?.request.signal.aborted).toBe(true);
    expect(listening.size).toBe(0);
    expect(await read(stream, 1)).toEqual([]);
  }
});

it('cancels the connection when the reader stops', async () => {
  await read(follow([streams((one) => one.send(block(1)).send(block(2)))]), 1);
  expect(connections.map(({ isCancelled }) => isCancelled)).toEqual([true]);
});

it('reports an open connection after its first position, and waits as long as the service requests', async () => {
  const states: string[] = [];
  const stream: EventStream = follow(
    [
      streams((one) => one.send(': no capacity for this stream\nretry: 1\n\n').end()),
      streams((one) => one.send('retry: 5000\nid: 4\n\n').end()),
    ],
    {
      maxPauseMs: 60_000,
      // Without waiting, there would be another connection by now.
      onConnection: (state) => states.push(state) === 3 && setTimeout(() => stream.close(), 20),
    },
  );
  expect(await read(stream, 1)).toEqual([]);
  expect(states).toEqual(['lost', 'open', 'lost']);
  expect(connections).toHaveLength(2);
});

it('requests the given filters', async () => {
  const options = { event_type: 'task.completed', aggregate_type: 'task' } as const;
  await read(follow([streams((one) => one.send(block(1)))], options), 1);
  expect(connections[0]?.request.url).toBe(
    'https://x.test/api/events/stream?event_type=task.completed&aggregate_type=task',
  );
});
