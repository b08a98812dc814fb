import { authenticate, authenticateTicket, isStreamTicket, suspendedOrganizationMessage } from '@wfp/areas';
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
 * @throws AppError `forbidden` if an access restriction applies or the caller lacks the endpoint's permission
 */
export function authorize(caller: Caller, endpoint: Endpoint): Caller {
  for (const restriction of caller.restrictions) {
    if (endpoint.exemptFrom?.includes(restriction)) continue;
    if (restriction !== 'read_only' || endpoint.method !== 'get')
      throw new AppError('forbidden', restrictionMessages[restriction]);
  }
  if (endpoint.can === 'signed-in' || endpoint.can === 'public' || caller.rowScopeFor(endpoint.can))
    return caller;
  throw new AppError('forbidden', `Requires ${endpoint.can}`);
}

const restrictionMessages: Record<AccessRestriction, string> = {
  suspended: suspendedOrganizationMessage,
  read_only:
    'The organization is read-only: it is being closed, or its sign-up address was not verified in time',
  foreign_network: 'Your organization does not allow access from this network',
  mfa_setup: 'Your organization requires a second factor: set one up with POST /api/mfa/totp first',
};

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
