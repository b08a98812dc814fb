import { AppError, type Caller, type Endpoint, type Hindrance } from '@wfp/shared';
import type { Request } from 'express';

/**
 * Step 2 of the pipeline.
 *
 * @throws AppError `forbidden` where something hinders the caller, or they lack the endpoint's permission
 */
export function authorize(caller: Caller, one: Endpoint): Caller {
  for (const hindrance of caller.hindrances) {
    if (one.despite?.includes(hindrance)) continue;
    if (hindrance !== 'read_only' || one.method !== 'get')
      throw new AppError('forbidden', hindranceMessage[hindrance]);
  }
  if (one.can === 'signed-in' || one.can === 'public' || caller.reach(one.can)) return caller;
  throw new AppError('forbidden', `You need the permission ${one.can} for this`);
}

const hindranceMessage: Record<Hindrance, string> = {
  read_only:
    'The organization is read-only: it is closing, or the address it was signed up with was not verified in time',
  foreign_network: 'Your organization is open to certain networks alone, and you call from another',
  mfa_setup: 'Your organization asks for a second factor: set one up with POST /api/mfa/totp first',
};

/** The bearer token; on a stream alone also the `token` parameter, since EventSource sends no headers. */
export function tokenOf(req: Request, one: Endpoint): string {
  const header = req.headers.authorization;
  const [, bearer] = header?.match(/^Bearer +(\S+) *$/i) ?? [];
  if (bearer) return bearer;
  const fromQuery =
    one.kind === 'stream' && header === undefined
      ? new URLSearchParams(req.url.split('?')[1]).get('token')
      : null;
  if (fromQuery) return fromQuery;
  throw new AppError('unauthenticated', 'Send a token: Authorization: Bearer <token>', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
