import { type Endpoint, forbidden, invalidRequest, type Platform, type SessionCookies } from '@wfp/shared';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

/**
 * Returns the session cookies for the handler of an endpoint that uses them. A cookie lasts as long as the refresh token
 * in it.
 *
 * @throws AppError for a request that a page of another origin may have caused
 */
export function cookiesFor(
  endpoint: Endpoint,
  req: Request,
  res: Response,
  config: Platform['config'],
): { cookies?: SessionCookies } {
  if (!endpoint.usesCookies) return {};
  rejectForeignPage(endpoint, req);
  return { cookies: cookiesOf(req, res, config) };
}

function cookiesOf(req: Request, res: Response, config: Platform['config']): SessionCookies {
  const isSecure = config.PUBLIC_URL.startsWith('https:');
  // A page of a subdomain, or one without TLS, cannot set a cookie with this prefix (RFC 6265bis, section 4.1.3.2).
  const nameOf = (org_id: number) => `${isSecure ? '__Host-' : ''}wfp-${org_id}`;
  const options: CookieOptions = { httpOnly: true, secure: isSecure, sameSite: 'strict', path: '/' };
  return {
    get: (org_id) => parseCookie(req.headers.cookie ?? '')[nameOf(org_id)],
    set: (org_id, token) =>
      void res.cookie(nameOf(org_id), token, { ...options, maxAge: config.REFRESH_TOKEN_TTL * 1_000 }),
    clear: (org_id) => void res.clearCookie(nameOf(org_id), options),
  };
}

/**
 * Rejects a request that a page of another origin may have caused: one that the browser says is not of this origin (Fetch
 * Metadata), or one that a form could send.
 *
 * @throws AppError `forbidden`, or `invalid` for a body that is not declared as JSON
 */
function rejectForeignPage({ body }: Endpoint, req: Request): void {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw forbidden('rule', 'Only pages of this service can use its session cookies');
  if (body && !req.is('application/json')) throw invalidRequest('The Content-Type must be application/json');
}
