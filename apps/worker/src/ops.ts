import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform } from '@wfp/shared';

interface Ops {
  port: number;
  /** Answers "not ready" from now on. */
  drain(): void;
  stop(): Promise<void>;
}

/**
 * The worker's own port: `/live` answers while the process does, `/ready` while it can do its work, which
 * needs PostgreSQL and not Redis.
 */
export async function startOps(platform: Platform, port: number): Promise<Ops> {
  let draining = false;
  const ready = async () => {
    if (draining) return { status: 503, body: { status: 'draining' } };
    try {
      await platform.database.ping();
      return { status: 200, body: { status: 'ok' } };
    } catch {
      return { status: 503, body: { status: 'no database' } };
    }
  };
  const answers: Record<string, () => Promise<{ status: number; body: object }>> = {
    '/live': async () => ({ status: 200, body: { status: 'ok' } }),
    '/ready': ready,
  };
  const server = createServer(async (req, res) => {
    const answer =
      answers[req.url?.split('?')[0] ?? ''] ?? (async () => ({ status: 404, body: { error: 'Not found' } }));
    const { status, body } = await answer();
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => {
      draining = true;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
