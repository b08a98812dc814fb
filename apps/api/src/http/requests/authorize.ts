import { authenticate, authenticateTicket, isStreamTicket } from '@wfp/areas';
import {
  type AccessRestriction,
  AppError,
  type Caller,
  type Endpoint,
  type Origin,
  type Platform,
} from '@wfp/shared';
import type { Request } from 'express';

/**
 * Step 2 of the pipeline.
 *
 * @throws AppError `forbidden` where something hinders the caller, or they lack the endpoint's permission
 */
export function authorize(caller: Caller, one: Endpoint): Caller {
  for (const hindrance of caller.restrictions) {
    if (one.exemptFrom?.includes(hindrance)) continue;
    if (hindrance !== 'read_only' || one.method !== 'get')
      throw new AppError('forbidden', hindranceMessage[hindrance]);
  }
  if (one.can === 'signed-in' || one.can === 'public' || caller.rowScopeFor(one.can)) return caller;
  throw new AppError('forbidden', `Requires ${one.can}`);
}

const hindranceMessage: Record<AccessRestriction, string> = {
  read_only:
    'The organization is read-only: it is closing, or the address it was signed up with was not verified in time',
  foreign_network: 'Your organization is open to certain networks alone, and you call from another',
  mfa_setup: 'Your organization asks for a second factor: set one up with POST /api/mfa/totp first',
};

/**
 * Step 1 of the pipeline. A bearer token; on a stream alone also the `token` parameter, since EventSource
 * sends no headers, and there alone a ticket.
 *
 * @throws AppError `unauthenticated`
 */
export async function authenticateRequest(
  platform: Platform,
  req: Request,
  one: Endpoint,
  origin: Origin,
  emits: ReadonlySet<string>,
): Promise<Caller> {
  const header = req.headers.authorization;
  const [, bearer] = header?.match(/^Bearer +(\S+) *$/i) ?? [];
  if (bearer) return authenticate(platform, bearer, origin, emits);
  const token = one.kind === 'stream' && header === undefined ? tokenInUrl(req.url) : null;
  if (token)
    return (isStreamTicket(token) ? authenticateTicket : authenticate)(platform, token, origin, emits);
  throw new AppError('unauthenticated', 'Send a token: Authorization: Bearer <token>', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function tokenInUrl(url: string): string | null {
  const start = url.indexOf('?');
  return start === -1 ? null : new URLSearchParams(url.slice(start)).get('token');
}
