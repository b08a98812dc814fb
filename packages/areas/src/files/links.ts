import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError, encryptionKeys, type Platform } from '@wfp/shared';

export interface LinkTarget {
  /** Part of the signature, so that a link is not valid for a row of another kind with the same id. */
  kind: 'file' | 'export';
  org_id: number;
  id: number;
}

const linkMinutes = 15;

/**
 * Returns a link that downloads without credentials for 15 to 16 minutes, since browsers send none when they follow
 * links. The permission is checked again when the link is used.
 */
export function downloadUrl(platform: Platform, target: LinkTarget): string {
  // Rounded up to a minute, so that the ETag of a record with a link changes at most once a minute.
  const until = (Math.ceil(platform.clock.now().getTime() / 60_000) + linkMinutes) * 60;
  const [key] = getLinkKeys(platform);
  const token = `${target.org_id}.${until}.${sign(key, target, until).toString('base64url')}`;
  return `${platform.config.PUBLIC_URL}/api/${target.kind}s/${target.id}/download?token=${token}`;
}

/** Verifies a link's token. @throws AppError `forbidden` if it is forged, expired, or for another row */
export function verifyLink(
  platform: Platform,
  target: Omit<LinkTarget, 'org_id'>,
  token: string,
): LinkTarget {
  const [, org, until, signature] = token.match(/^(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/) ?? [];
  const found = { ...target, org_id: Number(org) };
  const given = Buffer.from(signature ?? '', 'base64url');
  const isGenuine = getLinkKeys(platform).some((key) => {
    const expected = sign(key, found, Number(until));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isGenuine || Number(until) * 1000 <= platform.clock.now().getTime()) {
    throw new AppError('forbidden', 'The link is not valid or has expired');
  }
  return found;
}

function sign(key: Buffer, { kind, org_id, id }: LinkTarget, until: number): Buffer {
  return createHmac('sha256', key).update(`${kind}.${org_id}.${id}.${until}`).digest();
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
