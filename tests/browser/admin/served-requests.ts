import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The requests that a service in this process has answered, of pages and workers. */
export interface ServedRequests {
  /** The requests to a path, such as `POST /api/auth/cookie/refresh 200`, in the order of their arrival. */
  to(path: string): string[];
  clear(): void;
  stop(): void;
}

const started = 'http.server.request.start';

/** Records the requests to a port. The browser cannot report all of them: a worker begins before it can be observed. */
export function recordServedRequests(port: number): ServedRequests {
  let served: { method: string; path: string; response: ServerResponse }[] = [];
  const record = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== port) return;
    // The router changes the address of the request later.
    const [path = ''] = request.url?.split('?', 1) ?? [];
    served.push({ method: request.method ?? '', path, response });
  };
  subscribe(started, record);
  return {
    to: (path) =>
      served
        .filter((one) => one.path === path && one.response.headersSent)
        .map(({ method, response }) => `${method} ${path} ${response.statusCode}`),
    clear: () => {
      served = [];
    },
    stop: () => unsubscribe(started, record),
  };
}
