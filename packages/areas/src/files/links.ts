import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError, type Platform } from '@wfp/shared';

/** What a link downloads. */
export interface LinkTarget {
  /** The kind of row, so that the link of one is none of another with the same id. */
  kind: 'file' | 'export';
  org_id: number;
  id: number;
}

const minutes = 15;

/**
 * A link that downloads without credentials for 15 minutes, for browsers, which send none when they follow
 * one. It is made for those who may download at that moment; what they may is asked again when it is used.
 */
export function downloadUrl(platform: Platform, target: LinkTarget): string {
  const until = Math.floor(platform.clock.now().getTime() / 1000) + minutes * 60;
  const token = `${target.org_id}.${until}.${sign(platform, target, until).toString('base64url')}`;
  return `${platform.config.PUBLIC_URL}/api/${target.kind}s/${target.id}/download?token=${token}`;
}

/** Reads a link's token. @throws AppError `forbidden` when it is forged, over, or another's */
export function openLink(platform: Platform, target: Omit<LinkTarget, 'org_id'>, token: string): LinkTarget {
  const [, org, until, signature] = token.match(/^(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/) ?? [];
  const found = { ...target, org_id: Number(org) };
  const expected = sign(platform, found, Number(until));
  const given = Buffer.from(signature ?? '', 'base64url');
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isGenuine || Number(until) * 1000 <= platform.clock.now().getTime()) {
    throw new AppError('forbidden', 'This link is not valid, or no longer');
  }
  return found;
}

function sign(platform: Platform, { kind, org_id, id }: LinkTarget, until: number): Buffer {
  return createHmac('sha256', keyOf(platform)).update(`${kind}.${org_id}.${id}.${until}`).digest();
}

const keys = new WeakMap<Platform, Buffer>();

/** A key of its own: nothing else that the service signs or seals can be passed off as a link. */
function keyOf(platform: Platform): Buffer {
  const known = keys.get(platform);
  if (known) return known;
  const secret = Buffer.from(platform.config.ENCRYPTION_KEY, 'hex');
  const made = Buffer.from(hkdfSync('sha256', secret, '', 'download links', 32));
  keys.set(platform, made);
  return made;
}
