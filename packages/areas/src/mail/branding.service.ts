import { buffer } from 'node:stream/consumers';
import type { Caller, Logger } from '@wfp/shared';
import { findStoredFile, getStorage } from '../files/index.ts';
import { findOrganization, readSettings } from '../organizations/index.ts';
import type { Branding } from './html.ts';

/** A larger logo is not embedded: it would be part of every mail. */
export const maxEmbeddedLogoBytes = 100 * 1024;

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

/** Returns null if the logo is too large or cannot be read: the mail is sent without it. */
async function loadLogo(caller: Caller, file_id: number, log: Logger): Promise<EmbeddedLogo | null> {
  const file = await findStoredFile(caller, file_id);
  if (!file || file.size > maxEmbeddedLogoBytes) return null;
  try {
    const content = await buffer(await getStorage(caller.platform).get(file.storage_key));
    return {
      cid: `logo-${file_id}@${new URL(caller.platform.config.PUBLIC_URL).hostname}`,
      contentType: file.mime,
      content,
    };
  } catch (error) {
    log.warn({ err: error, file_id }, 'Could not read the logo; the mail is sent without it');
    return null;
  }
}
