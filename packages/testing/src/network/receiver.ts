import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got, with its body as it came over the wire. */
export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Behaviour = (res: ServerResponse, count: number) => void;

/** A receiver of webhooks on loopback; each path behaves as the test says. */
export async function startReceiver(behaviours: Record<string, Behaviour>) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const path = req.url ?? '/';
    received.push({ path, headers: req.headers, body: Buffer.concat(chunks).toString('utf8') });
    const count = received.filter((one) => one.path === path).length;
    const behave = behaviours[path] ?? ((answer) => answer.writeHead(204).end());
    behave(res, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    received,
    at: (path: string) => received.filter((one) => one.path === path),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Bounds of the pause between two looks. */
const [minPauseMs, maxPauseMs] = [25, 250];

/** Part of the time waited so far by which a look may be late: looking itself takes processor time. */
const maxDelayShare = 0.05;

/**
 * Looks until a value is as expected. The time counts from the last change of the value, so that a busy machine may be
 * slow as long as it makes progress.
 *
 * @throws Error with the last value when nothing has changed for so long
 */
export async function eventually<Value>(
  look: () => Promise<Value> | Value,
  isThere: (value: Value) => boolean,
  stalledMs = 30_000,
): Promise<Value> {
  const startedAt = performance.now();
  let seen = '';
  let changedAt = startedAt;
  for (;;) {
    const value = await look();
    if (isThere(value)) return value;
    const text = JSON.stringify(value) ?? '';
    if (text !== seen) {
      seen = text;
      changedAt = performance.now();
    }
    if (performance.now() - changedAt > stalledMs)
      throw new Error(`Nothing changed for ${stalledMs} ms; last seen: ${text}`);
    const pauseMs = Math.max(minPauseMs, maxDelayShare * (performance.now() - startedAt));
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, maxPauseMs)));
  }
}
