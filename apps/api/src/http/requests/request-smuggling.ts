import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

const maxHeaders = 100;
/** Where a proxy and this service could each believe another one of two. */
const singletonHeaders = ['host', 'authorization', 'content-type'];
const singletonLengths = new Set(singletonHeaders.map((name) => name.length));

/** Refuses requests that two programs could read in two ways, and the method that only shows requests back. */
export const rejectAmbiguous: RequestHandler = (req, res, next) => {
  const fault = findViolation(req);
  if (!fault) return next();
  const [status, error] = fault;
  res.statusCode = status;
  if (status === 405) res.setHeader('Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE');
  // Whoever sent this may have put another request behind it.
  res.setHeader('Connection', 'close');
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify({ error }));
};

function findViolation(req: IncomingMessage): [status: number, message: string] | null {
  if (req.rawHeaders.length > maxHeaders * 2) return [431, `There are more than ${maxHeaders} headers`];
  if (req.headers.host === undefined && req.httpVersion !== '1.0') return [400, 'The Host header is missing'];
  const twice = findDuplicateHeader(req.rawHeaders);
  if (twice) return [400, `The header ${twice} was sent more than once`];
  return req.method === 'TRACE' ? [405, 'TRACE is not offered here'] : null;
}

/** Node keeps the first of two headers without a word; names and values alternate in `rawHeaders`. */
function findDuplicateHeader(rawHeaders: readonly string[]): string | undefined {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // Most names are none of these by their length alone.
    const which = singletonLengths.has(name.length) ? singletonHeaders.indexOf(name.toLowerCase()) : -1;
    if (which === -1) continue;
    if (seen & (1 << which)) return singletonHeaders[which];
    seen |= 1 << which;
  }
  return undefined;
}
