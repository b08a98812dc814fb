import { authenticate, authenticateTicket, isStreamTicket } from '@wfp/areas';
import { AppError, type Caller, type Endpoint, findDenial, type Origin, type Platform } from '@wfp/shared';
import type { Request } from 'express';

/**
 * Step 2 of the pipeline.
 *
 * @throws AppError `forbidden` if an access restriction applies or the caller lacks the endpoint's permission
 */
export function authorize(caller: Caller, endpoint: Endpoint): Caller {
  const denied = findDenial(caller, endpoint);
  if (denied) throw denied;
  return caller;
}

/**
 * Step 1 of the pipeline. Accepts a bearer token; on streams also a token or ticket in the `token` query parameter,
 * because EventSource cannot send headers.
 *
 * @throws AppError `unauthenticated`
 */
export async function authenticateRequest(
  platform: Platform,
  req: Request,
  endpoint: Endpoint,
  origin: Origin,
  emits: ReadonlySet<string>,
): Promise<Caller> {
  const header = req.headers.authorization;
  const [, bearer] = header?.match(/^Bearer +(\S+) *$/i) ?? [];
  if (bearer) return authenticate(platform, bearer, origin, emits);
  const token = endpoint.kind === 'stream' && header === undefined ? tokenInUrl(req.url) : null;
  if (token)
    return (isStreamTicket(token) ? authenticateTicket : authenticate)(platform, token, origin, emits);
  throw new AppError('unauthenticated', 'Missing token: send Authorization: Bearer <token>', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function tokenInUrl(url: string): string | null {
  const start = url.indexOf('?');
  return start === -1 ? null : new URLSearchParams(url.slice(start)).get('token');
}
