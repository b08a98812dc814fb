import { useSyncExternalStore } from 'react';

/** The content of a link in a mail: `/auth/<purpose>#<token>/<slug of the organization>/<address, in base64url>`. */
export interface MailedLink {
  purpose: string;
  /** Empty if the link is incomplete. */
  token: string;
  slug: string;
  /** The address to which the mail was sent. */
  email: string;
}

let current: MailedLink | null = null;
const listeners = new Set<() => void>();

/** Returns null for the address of a page that was opened without a link. */
export function parseMailedLink(pathname: string, hash: string): MailedLink | null {
  const [, purpose] = /^\/auth\/([a-z-]+)$/.exec(pathname) ?? [];
  if (purpose === undefined || hash === '') return null;
  const [, token = '', slug = '', address = ''] = /^#([\w-]{43})\/([a-z0-9-]+)\/([\w-]+)$/.exec(hash) ?? [];
  const email = decodeAddress(address);
  return email.includes('@') ? { purpose, token, slug, email } : { purpose, token: '', slug: '', email: '' };
}

function decodeAddress(text: string): string {
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)),
    );
  } catch {
    return '';
  }
}

/**
 * Takes the token from the address, now and whenever another link is opened in this tab, and removes it from the address
 * and from the history. Must be called before the router reads the address. The token is kept only in memory.
 */
export function takeMailedLinks(): void {
  const take = () => {
    const link = parseMailedLink(location.pathname, location.hash);
    if (!link) return;
    history.replaceState(history.state, '', location.pathname);
    setLink(link);
  };
  take();
  addEventListener('hashchange', take);
}

/** Forgets the token, after it was used. */
export const forgetMailedLink = (): void => setLink(null);

/** The link for a purpose with which this page was opened; null if it was opened without one. */
export function useMailedLink(purpose: string): MailedLink | null {
  const link = useSyncExternalStore(subscribe, () => current);
  return link?.purpose === purpose ? link : null;
}

function setLink(link: MailedLink | null): void {
  current = link;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
