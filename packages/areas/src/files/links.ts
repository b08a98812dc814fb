import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Caller, encryptionKeys, forbidden, type Platform } from '@wfp/shared';

interface LinkTarget {
  /** Part of the signature, so that a link is not valid for a row of another kind with the same id. */
  kind: 'file' | 'export';
  id: number;
}

/** The user for whom a link was created, and the API key that requested it; the download has their rights. */
export interface LinkRequester {
  org_id: number;
  user_id: number;
  api_key_id: number | null;
}

const linkMinutes = 15;

/**
 * Returns a link that downloads without credentials for 15 to 16 minutes, since browsers send none when they follow
 * links. The permission of the caller is checked again when the link is used. Null for a caller without a user.
 */
export function downloadUrl(caller: Caller, target: LinkTarget): string | null {
  const { platform, org_id, user_id, credential } = caller;
  if (user_id === null) return null;
  const requester = { org_id, user_id, api_key_id: credential.kind === 'api_key' ? credential.id : null };
  // Rounded up to a minute, so that the ETag of a record with a link changes at most once a minute.
  const until = (Math.ceil(platform.clock.now().getTime() / 60_000) + linkMinutes) * 60;
  const [key] = getLinkKeys(platform);
  const signature = sign(key, target, requester, until).toString('base64url');
  const token = `${org_id}.${user_id}.${requester.api_key_id ?? ''}.${until}.${signature}`;
  return `${platform.config.PUBLIC_URL}/api/${target.kind}s/${target.id}/download?token=${token}`;
}

/** Organization, user, API key or nothing, time, signature. */
const linkToken = /^(\d{1,10})\.(\d{1,10})\.(\d{0,10})\.(\d{1,12})\.([\w-]{43})$/;

/** Verifies a link's token. @throws AppError `forbidden` if it is forged, expired, or for another row */
export function verifyLink(platform: Platform, target: LinkTarget, token: string): LinkRequester {
  const [, org, user, apiKey, until, signature] = token.match(linkToken) ?? [];
  const requester = {
    org_id: Number(org),
    user_id: Number(user),
    api_key_id: apiKey ? Number(apiKey) : null,
  };
  const given = Buffer.from(signature ?? '', 'base64url');
  const isGenuine = getLinkKeys(platform).some((key) => {
    const expected = sign(key, target, requester, Number(until));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isGenuine || Number(until) * 1000 <= platform.clock.now().getTime()) {
    throw forbidden('invalid_link', 'The link is not valid or has expired');
  }
  return requester;
}

function sign(key: Buffer, { kind, id }: LinkTarget, requester: LinkRequester, until: number): Buffer {
  const { org_id, user_id, api_key_id } = requester;
  return createHmac('sha256', key)
    .update(`${kind}.${id}.${org_id}.${user_id}.${api_key_id ?? ''}.${until}`)
    .digest();
}

type LinkKeys = [current: Buffer, ...previous: Buffer[]];

const cachedKeys = new WeakMap<Platform, LinkKeys>();

/** Derived keys: nothing else that the service signs or encrypts can pass for a link. */
function getLinkKeys(platform: Platform): LinkKeys {
  const made = cachedKeys.get(platform) ?? (encryptionKeys(platform.config).map(linkKey) as LinkKeys);
  cachedKeys.set(platform, made);
  return made;
}

const linkKey = (keyHex: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(keyHex, 'hex'), '', 'download links', 32));
