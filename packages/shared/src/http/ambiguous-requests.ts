import type { IncomingMessage, ServerResponse } from 'node:http';

const maxHeaders = 100;
/** Headers of which a proxy and this service might each use a different value if sent twice. */
const singletonHeaders = ['host', 'authorization', 'content-type'];
const singletonLengths = new Set(singletonHeaders.map((name) => name.length));

/**
 * Rejects a request that a proxy might parse differently (request smuggling), and TRACE, which echoes credentials.
 *
 * @returns true if the request was rejected, and the response sent
 */
export function rejectAmbiguous(req: IncomingMessage, res: ServerResponse): boolean {
  const violation = findViolation(req);
  if (!violation) return false;
  const [status, error] = violation;
  res.statusCode = status;
  if (status === 405) res.setHeader('Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE');
  // The rest of the connection may contain a smuggled request.
  res.setHeader('Connection', 'close');
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.end(JSON.stringify({ error }));
  return true;
}

function findViolation(req: IncomingMessage): [status: number, message: string] | null {
  if (req.rawHeaders.length > maxHeaders * 2) return [431, `More than ${maxHeaders} headers`];
  if (req.headers.host === undefined && req.httpVersion !== '1.0') return [400, 'Missing Host header'];
  const duplicate = findDuplicateHeader(req.rawHeaders);
  if (duplicate) return [400, `Header sent more than once: ${duplicate}`];
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined) {
    if (coding !== 'chunked') return [400, 'Transfer-Encoding must be chunked'];
    if (req.httpVersion === '1.0') return [400, 'Transfer-Encoding requires HTTP/1.1'];
  }
  if (!isPath(req)) return [400, 'The request target must be a path'];
  return req.method === 'TRACE' ? [405, 'TRACE is not allowed'] : null;
}

/** An absolute URL could name another host than the one by which a proxy chose this service. */
const isPath = ({ url = '', method }: IncomingMessage) =>
  url.startsWith('/') || (url === '*' && method === 'OPTIONS');

/** Node silently keeps the first of two values. Names and values alternate in `rawHeaders`. */
function findDuplicateHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The length rules out most names without a lowercase copy.
    const position = singletonLengths.has(name.length) ? singletonHeaders.indexOf(name.toLowerCase()) : -1;
    if (position === -1) continue;
    if (seen & (1 << position)) return singletonHeaders[position];
    seen |= 1 << position;
  }
  return undefined;
}
