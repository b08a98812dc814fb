import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { maxStallMs } from './max-stall.ts';

/** A request with its raw body. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const withoutQuery = (path: string) => path.replace(/\?.*$/, '');

type Behaviour = (res: ServerResponse, count: number) => void;

let unreachable = 0;

/** Returns a URL at which nothing listens, another one in each call: endpoints of one organization need their own. */
export function unreachableUrl(): string {
  unreachable += 1;
  return `http://127.0.0.1:9/hook/${unreachable}`;
}

/** Starts a webhook receiver on loopback with a behaviour per path, with or without its query. The default is 204. */
export async function startReceiver(behaviours: Record<string, Behaviour>) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const path = req.url ?? '/';
    received.push({ path, headers: req.headers, body: Buffer.concat(chunks).toString('utf8') });
    const count = received.filter((one) => one.path === path).length;
    const behave =
      behaviours[path] ?? behaviours[withoutQuery(path)] ?? ((response) => response.writeHead(204).end());
    behave(res, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    received,
    /** The requests to a path, with any query if the path has none. */
    at: (path: string) => received.filter((one) => one.path === path || withoutQuery(one.path) === path),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Bounds of the delay between two reads. */
const [minPauseMs, maxPauseMs] = [25, 250];

/** The delay as a share of the time waited so far: reading itself costs CPU time. */
const maxDelayShare = 0.05;

const bigintAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/**
 * Reads a value until it is as expected. The timeout restarts when the value changes, so that a busy machine may be
 * slow as long as it makes progress.
 *
 * @throws Error with the last value if it has not changed for `stalledMs`
 */
export async function eventually<Value>(
  read: () => Promise<Value> | Value,
  isExpected: (value: Value) => boolean,
  stalledMs = maxStallMs,
): Promise<Value> {
  const startedAt = performance.now();
  let lastText = '';
  let changedAt = startedAt;
  for (;;) {
    const value = await read();
    if (isExpected(value)) return value;
    const text = JSON.stringify(value, bigintAsText) ?? '';
    if (text !== lastText) {
      lastText = text;
      changedAt = performance.now();
    }
    if (performance.now() - changedAt > stalledMs)
      throw new Error(`Nothing changed for ${stalledMs} ms; last value: ${text}`);
    const pauseMs = Math.max(minPauseMs, maxDelayShare * (performance.now() - startedAt));
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, maxPauseMs)));
  }
}
