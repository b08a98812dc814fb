import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All of IPv6 that is routed on the internet. What else there is are other meanings, or forms of IPv4. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** NAT64: in networks that speak IPv6 alone, every receiver with an IPv4 address is reached by such a one. */
const translated = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];
/** Public by their numbers, and yet the own machine's: what a cloud answers its guests from. */
const cloudInternal = new Set(['168.63.129.16']);

/**
 * Whether an address is an ordinary one on the internet: not loopback, private, link-local, multicast,
 * reserved, nor an IPv6 form that hides one of those (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4)
    return parsed.range() === 'unicast' && !cloudInternal.has(parsed.toString());
  if (parsed.match(translated)) {
    const embedded = new ipaddr.IPv4(parsed.toByteArray().slice(12));
    return isPublicAddress(embedded.toString());
  }
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
}

/** The address in a URL's host when it is one, and no name to look up. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

/** Names that mean this machine or its own network, whatever the resolver says. */
const localNames = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)\.?$/i;

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
