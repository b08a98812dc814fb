import type { Origin } from '@wfp/shared';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const { IPv4, IPv6 } = ipaddr;
const mappedBits = 96;

/** Returns the stored form of a range, with its prefix length; undefined if the text is not a range. */
function normalizeRange(text: string): string | undefined {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  // IPv4 in four decimal parts only: parsers disagree on `1` and `0x7f.1`. IPv6 without a zone, which has a meaning
  // only on one host.
  const isValid = IPv4.isValidCIDRFourPartDecimal(cidr) || (!cidr.includes('%') && IPv6.isValidCIDR(cidr));
  if (!isValid) return undefined;
  const [address, bits] = ipaddr.parseCIDR(cidr);
  // Callers with an IPv4-mapped address are compared as IPv4, so such a range is stored as IPv4 too.
  if (address instanceof IPv6 && address.isIPv4MappedAddress() && bits >= mappedBits)
    return `${address.toIPv4Address().toString()}/${bits - mappedBits}`;
  return `${address.toString()}/${bits}`;
}

export const AddressRange = z
  .string()
  .trim()
  .max(50)
  .refine(
    (text) => normalizeRange(text) !== undefined,
    'Must be an IP address or a CIDR range, such as 192.0.2.0/24',
  )
  .transform((text) => normalizeRange(text) ?? text);

/** True if every range of `inner` lies within a range of `outer`. An empty list permits every address. */
export function areRangesWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  return inner.length > 0 && inner.every((one) => outer.some((other) => isPartOf(one, other)));
}

function isPartOf(inner: string, outer: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(inner);
  const [network, length] = ipaddr.parseCIDR(outer);
  return address.kind() === network.kind() && bits >= length && address.match(network, length);
}

/**
 * True if an address is in one of the ranges, which are in the form of {@link AddressRange}. An IPv4-mapped IPv6
 * address counts as IPv4. False without an address.
 */
export function isAddressWithin(ip: string | null, ranges: readonly string[]): boolean {
  if (ip === null || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

/**
 * Returns the network of a client: its IPv4 address, or the first bits of its IPv6 address, because one client has many
 * addresses.
 *
 * @param ipv6Bits a multiple of 16
 */
export function clientNetwork({ ip }: Pick<Origin, 'ip'>, ipv6Bits: number): string {
  if (!ip || !ipaddr.isValid(ip)) return ip ?? 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof IPv4) return address.toString();
  return address.parts
    .slice(0, ipv6Bits / 16)
    .map((part) => part.toString(16))
    .join(':');
}
