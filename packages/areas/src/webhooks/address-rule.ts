import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address is an ordinary one on the internet: not loopback, private, link-local, multicast,
 * reserved, nor an IPv6 form that hides one of those (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** The address in a URL's host when it is one, and no name to look up. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

/** Names that mean this machine or its own network, whatever the resolver says. */
const localNames = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/**
 * What is wrong with a webhook's URL, or null. Names are looked up when a delivery is made, not here: what
 * they mean can change.
 */
export function urlFault(text: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(text)) return 'Must be a URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'Must not hold credentials';
  if (allowPrivate) return null;
  const address = literalAddress(url.hostname);
  const isRefused = address === null ? localNames.test(url.hostname) : !isPublicAddress(address);
  return isRefused ? 'Must lead to a public address' : null;
}
