import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got, with its body as it came over the wire. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Behaviour = (res: ServerResponse, count: number) => void;

/** A receiver of webhooks on loopback; each path behaves as the test says. */
export async function startReceiver(behaviours: Record<string, Behaviour>) {
  const received: Received[] = [];
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

/** Looks until something is true; fails with what it saw last. */
export async function eventually<Value>(
  look: () => Promise<Value> | Value,
  isThere: (value: Value) => boolean,
  timeoutMs = 10_000,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (isThere(value)) return value;
    if (performance.now() > deadline)
      throw new Error(`Did not happen in time; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
