import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limitSmallChunks, serverLimits } from '@wfp/shared';
import type { Express } from 'express';
import { startBodyTimeout, uploadTimeoutMs } from './body-timeout.ts';
import { closeUnanswered, exceedsPipeline } from './connection-limits/pipeline-limit.ts';
import { hasResponseStarted, isDetached, isSendingNothing } from './detach-socket.ts';

/**
 * Creates an HTTP server with timeouts against slow clients: 5 s for headers, 10 s for a body, 5 min for an upload.
 * Responses have no time limit while the client reads; streams have rules of their own.
 *
 * @param stallMs a connection whose client accepts no byte of a response for this time is closed (Node measures once to
 * twice that time)
 */
export function createHttpServer(app: Express, stallMs: number): Server {
  const serve = (req: IncomingMessage, res: ServerResponse, handle: RequestListener) => {
    if (isDetached(req.socket)) {
      req.socket.destroy();
      return;
    }
    if (exceedsPipeline(req.socket, res)) {
      req.socket.destroy();
      return;
    }
    startBodyTimeout(server, req);
    limitSmallChunks(req, res, () => {
      server.emit('clientError', smallChunksError(), req.socket);
      req.socket.destroySoon();
    });
    handle(req, res);
  };
  const server = createServer(
    { ...serverLimits, requestTimeout: uploadTimeoutMs, keepAliveTimeout: 75_000 },
    (req, res) => serve(req, res, app),
  );
  // Node would silently drop headers after the 2,000th; the application rejects such requests.
  server.maxHeadersCount = 0;
  server.timeout = stallMs;
  server.on('timeout', (socket: Socket) => {
    if (!isDetached(socket) && !isSendingNothing(socket)) socket.destroy();
  });
  server.on('clientError', rejectClientError);
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    sendContinueOnRead(req, res);
    serve(req, res, app);
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    serve(req, res, rejectExpectation);
  });
  server.on('connect', (_req: IncomingMessage, socket: Duplex) => {
    // Node has removed its own listener. Without one, a client that resets the connection would end the process.
    socket.on('error', () => socket.destroy());
    if (closeUnanswered(socket)) socket.destroy();
    else sendRawError(socket, 405, 'CONNECT is not allowed');
  });
  return server;
}

/**
 * Sends `100 Continue` only when the body is read, so that a client does not send a body just to get a 401. A response
 * without it closes the connection, because the next bytes may or may not be that body.
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

const smallChunksCode = 'SMALL_CHUNKS';
const smallChunksError = () => Object.assign(new Error('Too many small chunks'), { code: smallChunksCode });

/** Status and message by error code, of Node except for small chunks. */
const clientErrors: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Headers too large'],
  [smallChunksCode]: [400, 'The body has too many small chunks'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Timed out while receiving the request'],
};

/** Sends a JSON error for input that Node could not parse as a request. */
function rejectClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Do not write an error into a response or stream in progress.
  if (!socket.writable || hasResponseStarted(socket) || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = clientErrors[error.code ?? ''] ?? [400, 'Invalid HTTP request'];
  sendRawError(socket, status, message);
}

/** Not `sendRawError`: the response must wait for those to earlier requests on the connection. */
function rejectExpectation(_req: IncomingMessage, res: ServerResponse): void {
  const status = 417;
  const body = JSON.stringify({ error: 'Unsupported expectation; only 100-continue is supported' });
  res.writeHead(status, errorHeaders(status, body)).end(body);
}

/** Time for a client to read the response before its connection is closed. The client may never close its side. */
const lingerMs = 1_000;

/** Writes an error response to a connection without a `ServerResponse` and closes it. */
function sendRawError(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ error: message });
  const headers = Object.entries(errorHeaders(status, body)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The headers of an error response that closes its connection. */
const errorHeaders = (status: number, body: string): Record<string, string> => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(body)),
  'X-Request-Id': randomUUID(),
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  ...(status === 405 && { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' }),
  Connection: 'close',
});

/**
 * Listens at the address `host`, or at all addresses if it is null.
 *
 * @throws Error with code `EADDRINUSE` if the port is in use
 */
export async function listen(server: Server, port: number, host: string | null): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host && { host }) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
