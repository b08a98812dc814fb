import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config, Operator } from '@wfp/shared/config';

const cookieName = 'wfp_operator';
const sessionSeconds = 3_600;

/**
 * Creates a signed session cookie. The signature covers the operator's entry in `OPERATORS`, so that a change of password
 * or role, or removal, ends the session.
 */
export function sessionCookie(config: Config, operator: Operator, now = Date.now()): string {
  const until = Math.floor(now / 1_000) + sessionSeconds;
  return cookie(config, `${until}.${signature(config, operator, until)}.${operator.name}`, sessionSeconds);
}

/** Returns the `Set-Cookie` value that removes the session cookie. */
export function expiredCookie(config: Config): string {
  return cookie(config, '', 0);
}

/** Returns the operator of a valid session cookie in the `Cookie` header, or null. */
export function findSessionOperator(
  config: Config,
  header: string | undefined,
  now = Date.now(),
): Operator | null {
  const [, until = '', signed = '', name] =
    header?.match(new RegExp(`(?:^|;\\s*)${cookieName}=(\\d+)\\.([\\w-]+)\\.([a-z0-9._-]+)`)) ?? [];
  const operator = config.OPERATORS.find((one) => one.name === name);
  if (!operator || Number(until) * 1_000 <= now) return null;
  const expected = Buffer.from(signature(config, operator, Number(until)));
  const given = Buffer.from(signed);
  return given.length === expected.length && timingSafeEqual(given, expected) ? operator : null;
}

function cookie(config: Config, value: string, seconds: number): string {
  const secure = config.PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/queues; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

function signature(config: Config, { name, role, hash }: Operator, until: number): string {
  const key = hkdfSync('sha256', config.JWT_SECRET, '', 'sessions of operators', 32);
  return createHmac('sha256', Buffer.from(key))
    .update([name, role, hash, until].join('\n'))
    .digest('base64url');
}
