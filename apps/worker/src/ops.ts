import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform, Relay } from '@wfp/shared';
import { LagWatch } from './lag-watch.ts';
import { measureRelay } from './relay-metrics.ts';

interface Ops {
  port: number;
  /** Answers "not ready" from now on. */
  drain(): void;
  stop(): Promise<void>;
}

/**
 * The worker's own port: `/live` answers while the process does, `/ready` while it can do its work, which
 * needs PostgreSQL and not Redis, and while the relays keep up; `/relay` says what this one does and how far
 * behind all are; `/metrics` has the same and more for Prometheus.
 */
export async function startOps(platform: Platform, relay: Pick<Relay, 'status'>, port: number): Promise<Ops> {
  let draining = false;
  const watch = new LagWatch(platform);
  measureRelay(platform, relay, watch);
  const noDatabase = { status: 503, body: { status: 'no database' } };
  const relayNow = async () => {
    const lag = await watch.read();
    return { ...relay.status, lag };
  };
  const ready = async () => {
    if (draining) return { status: 503, body: { status: 'draining' } };
    const now = await relayNow();
    if (watch.isBehind(now.lag)) return { status: 503, body: { status: 'relay behind', relay: now } };
    return { status: 200, body: { status: 'ok', relay: now } };
  };
  const answers: Record<string, () => Promise<{ status: number; body: object }>> = {
    '/live': async () => ({ status: 200, body: { status: 'ok' } }),
    '/ready': () => ready().catch(() => noDatabase),
    '/relay': () =>
      relayNow().then(
        (body) => ({ status: 200, body }),
        () => noDatabase,
      ),
  };
  const server = createServer(async (req, res) => {
    const path = req.url?.split('?')[0] ?? '';
    if (path === '/metrics') {
      res.setHeader('content-type', platform.metrics.contentType);
      res.end(await platform.metrics.text());
      return;
    }
    const answer = answers[path] ?? (async () => ({ status: 404, body: { error: 'Not found' } }));
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
    stop: () => {
      watch.stop();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
