import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform } from '@wfp/shared';
import { listen } from './http/server.ts';

/** A port of its own for what is measured: who may call the API is not who may read that. */
export interface MetricsPort {
  port: number;
  stop(): Promise<void>;
}

/** Answers `/metrics` for Prometheus. @throws Error with code `EADDRINUSE` when the port is taken */
export async function startMetricsPort(
  { metrics }: Pick<Platform, 'metrics'>,
  port: number,
): Promise<MetricsPort> {
  const server = createServer(async (req, res) => {
    if (req.url?.split('?')[0] !== '/metrics') {
      res.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
      return;
    }
    const text = await metrics.text();
    res.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  });
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
