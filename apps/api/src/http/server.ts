import { createServer, type Server } from 'node:http';
import type { Express } from 'express';

/**
 * An HTTP server that slow clients cannot hold: 5 s for the headers, 10 s for the whole request.
 * Answers, streams among them, may take as long as they need.
 */
export function createHttpServer(app: Express): Server {
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 75_000,
    },
    app,
  );
  return server;
}

/** Listens. @throws Error saying so when the port is taken */
export async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
