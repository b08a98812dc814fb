import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rejectAmbiguous } from '../http/ambiguous-requests.ts';
import { serverLimits } from '../http/server-limits.ts';
import { limitSmallChunks } from '../http/small-chunks.ts';
import type { Platform } from '../platform.ts';
import type { Probes } from './probes.ts';

/** The bodies are forms of the queue dashboard. */
const requestTimeoutMs = 10_000;

/** Additional pages on the operations port, by path. */
export type OpsPages = Readonly<Record<string, (req: IncomingMessage, res: ServerResponse) => void>>;

/** A separate port for operations, because users of the API must not have access to it. */
export interface OpsPort {
  port: number;
  stop(): Promise<void>;
}

interface OpsPortOptions {
  platform: Pick<Platform, 'metrics'>;
  probes: Probes;
  port: number;
  /** The address to listen on; null for all addresses. */
  host: string | null;
  /** The relative path of the page to which `/` redirects. */
  home?: string;
  pages?: OpsPages;
}

/**
 * Serves the probes, `/metrics` for Prometheus and `pages`, which match the first path segment.
 *
 * @throws Error with code `EADDRINUSE` if the port is taken
 */
export async function startOpsPort({
  platform,
  probes,
  port,
  host,
  home,
  pages = {},
}: OpsPortOptions): Promise<OpsPort> {
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const path = req.url?.split('?')[0] ?? '';
    if (path === '/metrics') {
      const text = await platform.metrics.text();
      res.writeHead(200, { 'content-type': platform.metrics.contentType }).end(text);
      return;
    }
    if (path === '/' && home) {
      res.writeHead(302, { location: home, 'cache-control': 'no-store' }).end();
      return;
    }
    const page = pages[`/${path.split('/')[1]}`];
    if (page) return page(req, res);
    const response = await probes.respond(path);
    if (response) sendJson(res, response.status, response.body);
    else sendJson(res, 404, { error: 'Not found' });
  };
  const server = createServer({ ...serverLimits, requestTimeout: requestTimeoutMs }, (req, res) => {
    limitSmallChunks(req, res, () => req.socket.destroy());
    if (rejectAmbiguous(req, res)) return;
    handle(req, res).catch(() => {
      if (!res.headersSent) sendJson(res, 500, { error: 'Internal error' });
    });
  });
  server.maxHeadersCount = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host && { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Sends JSON that must not be cached. */
export function sendJson(res: ServerResponse, status: number, body: object): void {
  res
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
