import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Global unicast (RFC 4291): the part of IPv6 that is routed on the internet. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** NAT64 (RFC 6052): the form of IPv4 addresses in IPv6-only networks. */
const translated = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];
/** The metadata address of Azure, which is outside of all reserved ranges. */
const cloudInternal = new Set(['168.63.129.16']);

/**
 * True if an address is public: not loopback, private, link-local, multicast or reserved. For IPv4-mapped and NAT64
 * addresses the embedded IPv4 address decides. IPv4-compatible, 6to4 and Teredo addresses are never public.
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

/**
 * Returns the address in a URL's host, or null if it is a name. Node uses the same `isIP` to decide whether to look up
 * a host.
 */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

const localDomains = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/i;

/**
 * True for names of this machine or its network, which are rejected whatever they resolve to. A name without a dot is
 * one of them: resolvers look it up in the host's own network, and no public top-level domain serves webhooks.
 */
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  return !name.includes('.') || localDomains.test(name);
}

/**
 * Returns the error of a webhook's URL, or null if it is valid. Host names are resolved when a delivery is sent, not
 * here: their addresses can change.
 */
export function validateWebhookUrl(text: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(text)) return 'Must be a URL';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'Must not contain credentials';
  if (allowPrivate) return null;
  const address = literalAddress(url.hostname);
  const isRejected = address === null ? isLocalName(url.hostname) : !isPublicAddress(address);
  return isRejected ? 'Must have a public address' : null;
}
