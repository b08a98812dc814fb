import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { AppError, type Platform } from '@wfp/shared';
import jwt from 'jsonwebtoken';

const issuer = 'workforce';
const audience = 'workforce-api';
const algorithm = 'HS256';

/** The claims of an access token. They never include rights, which are read for every request. */
export interface AccessClaims {
  org_id: number;
  user_id: number;
  session_id: number;
  expires_at: Date;
}

interface SigningKey {
  key: KeyObject;
  /** The `kid` in a token's header, which distinguishes keys during a rotation. */
  id: string;
}

const keys = new Map<string, SigningKey>();

/** Cached by secret: jsonwebtoken would otherwise try to parse a string as a public key on every call. */
function signingKey(secret: string): SigningKey {
  const known = keys.get(secret);
  if (known) return known;
  const id = createHash('sha256').update(`kid:${secret}`).digest('base64url').slice(0, 8);
  const made = { key: createSecretKey(Buffer.from(secret)), id };
  keys.set(secret, made);
  return made;
}

/** Signs an access token (RFC 7519) that expires after `ACCESS_TOKEN_TTL` seconds. */
export function signAccessToken(platform: Platform, claims: Omit<AccessClaims, 'expires_at'>): string {
  const { JWT_SECRET, ACCESS_TOKEN_TTL } = platform.config;
  const now = Math.floor(platform.clock.now().getTime() / 1000);
  const body = {
    org: claims.org_id,
    sid: claims.session_id,
    typ: 'access',
    iat: now,
    exp: now + ACCESS_TOKEN_TTL,
  };
  const { key, id } = signingKey(JWT_SECRET);
  return jwt.sign(body, key, {
    algorithm,
    issuer,
    audience,
    subject: String(claims.user_id),
    keyid: id,
  });
}

/** Tokens with a verified signature. Session and user are checked on every request. */
const verified = new WeakMap<Platform['config'], Map<string, AccessClaims>>();
const maxVerifiedTokens = 5_000;

/**
 * Verifies an access token. Algorithm, issuer, audience, type and expiry are pinned (RFC 8725). The signature is
 * verified once per token, since it costs a tenth of a read; expiry is checked every time.
 *
 * @throws AppError `unauthenticated`, with the same message for every reason but expiry, on which clients act
 */
export function readAccessToken(platform: Platform, token: string): AccessClaims {
  const known = verified.get(platform.config) ?? new Map<string, AccessClaims>();
  verified.set(platform.config, known);
  const found = known.get(token);
  if (found && platform.clock.now() < found.expires_at) return found;
  const claims = verify(platform, token);
  if (known.size >= maxVerifiedTokens) known.clear();
  known.set(token, claims);
  return claims;
}

function verify(platform: Platform, token: string): AccessClaims {
  try {
    const claims = jwt.verify(token, findSigningKey(platform, token), {
      algorithms: [algorithm],
      issuer,
      audience,
      clockTimestamp: Math.floor(platform.clock.now().getTime() / 1000),
    }) as jwt.JwtPayload;
    const { org, sid, typ, sub, exp } = claims;
    if (typ !== 'access' || !isId(org) || !isId(sid) || !isId(Number(sub)) || !exp)
      throw new Error('wrong claims');
    return { org_id: org, user_id: Number(sub), session_id: sid, expires_at: new Date(exp * 1000) };
  } catch (error) {
    throw unauthenticated(
      error instanceof jwt.TokenExpiredError ? 'The token has expired' : 'The token is not valid',
    );
  }
}

/**
 * Returns the key named by a token's header, among the current and the previous secrets. To rotate without signing
 * users out, add the new secret to JWT_PREVIOUS_SECRETS on all pods first: a pod without it would reject tokens signed
 * with it. Then set it as JWT_SECRET with the old one in JWT_PREVIOUS_SECRETS, and drop the old one after
 * ACCESS_TOKEN_TTL.
 */
function findSigningKey(platform: Platform, token: string): KeyObject {
  const [header = ''] = token.split('.', 1);
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid?: unknown };
  const { JWT_SECRET, JWT_PREVIOUS_SECRETS } = platform.config;
  for (const secret of [JWT_SECRET, ...JWT_PREVIOUS_SECRETS]) {
    const { key, id } = signingKey(secret);
    if (id === kid) return key;
  }
  throw new Error('unknown key');
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= 0x7fff_ffff;
}

/** 401 with the challenge of RFC 6750. */
export function unauthenticated(message: string): AppError {
  return new AppError('unauthenticated', message, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
}

/** A refresh token: 256 random bits, opaque to clients. Only its SHA-256 is stored. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}
