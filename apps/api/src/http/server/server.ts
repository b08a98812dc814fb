import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { startBodyTimeout, uploadTimeoutMs } from './body-timeout.ts';
import { hasResponseStarted, isDetached } from './detach-socket.ts';

/**
 * An HTTP server that slow clients cannot hold: 5 s for the headers, 10 s for the body, some minutes for an
 * upload. Answers, streams among them, may take as long as they need.
 */
export function createHttpServer(app: Express): Server {
  const serve = (req: IncomingMessage, res: ServerResponse) => {
    if (isDetached(req.socket)) {
      req.socket.destroy();
      return;
    }
    req.url = stripAuthority(req.url ?? '/');
    startBodyTimeout(server, req);
    app(req, res);
  };
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: uploadTimeoutMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 75_000,
      maxHeaderSize: 16 * 1024,
      // Said by the application, in the shape of every other error.
      requireHostHeader: false,
    },
    serve,
  );
  // Without this Node drops what is over 2,000 without a word; the application refuses it.
  server.maxHeadersCount = 0;
  server.on('clientError', rejectClientError);
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    sendContinueOnRead(req, res);
    serve(req, res);
  });
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
    sendRawError(res.socket, 417, 'Only 100-continue can be expected');
  });
  server.on('connect', (_req: IncomingMessage, socket: Duplex) => {
    sendRawError(socket, 405, 'CONNECT is not offered here');
  });
  return server;
}

/** `http://any.host/api/tasks` asks for `/api/tasks`: the host is not looked at, and never logged. */
function stripAuthority(url: string): string {
  const [authority] = url.match(/^https?:\/\/[^/?#]*/i) ?? [];
  if (authority === undefined) return url;
  const rest = url.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Asks for the body when something reads it, so that nobody sends one to learn of a 401. An answer without
 * having asked ends the connection: whether the next bytes are that body cannot be known.
 */
function sendContinueOnRead(req: IncomingMessage, res: ServerResponse): void {
  const { shouldKeepAlive } = res;
  res.shouldKeepAlive = false;
  req.once('resume', () => {
    if (res.headersSent) return;
    res.shouldKeepAlive = shouldKeepAlive;
    res.writeContinue();
  });
}

/** What Node says of bytes that are no request, as status and sentence. */
const clientErrors: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
};

/** Answers what never became a request in the shape of every other error. */
function rejectClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // An answer that is under way, a stream perhaps, must not be continued by an error.
  if (!socket.writable || hasResponseStarted(socket) || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = clientErrors[error.code ?? ''] ?? [400, 'This is not a valid HTTP request'];
  sendRawError(socket, status, message);
}

/** Writes an error to a connection that has no response of its own, and ends it. */
function sendRawError(socket: Duplex | null, status: number, message: string): void {
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Cache-Control: no-store',
    "Content-Security-Policy: default-src 'none';frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    'X-Frame-Options: SAMEORIGIN',
    ...(status === 405 ? ['Allow: GET, HEAD, POST, PUT, PATCH, DELETE'] : []),
    'Connection: close',
  ];
  socket?.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Listens. @throws Error with code `EADDRINUSE` when the port is taken */
export async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
