import type { Caller, Logger, Platform } from '@wfp/shared';
import { findStoredFile, readContent, UnreadableContentError } from '../files/index.ts';
import { findOrganization, readSettings } from '../organizations/index.ts';
import type { Branding } from './html.ts';

/** A larger logo is not embedded: it would be part of every mail. */
export const maxEmbeddedLogoBytes = 100 * 1024;

const logoTimeoutMs = 5_000;
/** Without this, each mail of an installation with a slow storage would take the timeout. */
const pauseAfterTimeoutMs = 60_000;
const pausedUntil = new WeakMap<Platform, number>();

export interface EmbeddedLogo {
  cid: string;
  contentType: string;
  content: Buffer;
}

/**
 * Returns the name, accent color and logo of the caller's organization. An organization whose signup is not verified has
 * no logo in mails: anyone could send mail with the logo of another company.
 */
export async function loadBranding(
  caller: Caller,
  log: Logger,
): Promise<{ branding: Branding; logo: EmbeddedLogo | null }> {
  const { name, logo_file_id, verified_at } = await findOrganization(caller);
  const { accent_color } = await readSettings(caller, 'branding');
  const logo =
    logo_file_id === null || verified_at === null ? null : await loadLogo(caller, logo_file_id, log);
  return { branding: { org_name: name, accent_color, logo_cid: logo?.cid ?? null }, logo };
}

/**
 * Returns null if the logo is too large or cannot be read: the mail is sent without it. After a timeout of the storage, mail of
 * all organizations is sent without logos for a minute.
 */
async function loadLogo(caller: Caller, file_id: number, log: Logger): Promise<EmbeddedLogo | null> {
  const file = await findStoredFile(caller, file_id);
  if (!file || file.size > maxEmbeddedLogoBytes) return null;
  const { platform } = caller;
  if (performance.now() < (pausedUntil.get(platform) ?? 0)) return null;
  try {
    const limits = { size: file.size, timeoutMs: logoTimeoutMs };
    const content = await readContent(platform, file.storage_key, limits);
    return {
      cid: `logo-${file_id}@${new URL(platform.config.PUBLIC_URL).hostname}`,
      contentType: file.mime,
      content,
    };
  } catch (error) {
    if (error instanceof UnreadableContentError && error.isTimeout)
      pausedUntil.set(platform, performance.now() + pauseAfterTimeoutMs);
    log.warn({ err: error, file_id }, 'Could not read the logo; the mail is sent without it');
    return null;
  }
}
