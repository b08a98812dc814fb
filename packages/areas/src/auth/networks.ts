import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** A range of addresses as it is stored: always with its prefix length; undefined for what is none. */
function rangeOf(text: string): string | undefined {
  const [address = '', length, ...rest] = text.split('/');
  if (rest.length > 0 || !isWritten(address)) return undefined;
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  return bits <= most ? `${parsed.toString()}/${bits}` : undefined;
}

/** `1` and `0x7f.1` are addresses to some and none to others. */
function isWritten(address: string): boolean {
  return (
    ipaddr.IPv4.isValidFourPartDecimal(address) ||
    (address.includes(':') && !address.includes('%') && ipaddr.IPv6.isValid(address))
  );
}

/** An address or a range in CIDR notation, of either family. */
export const AddressRange = z
  .string()
  .trim()
  .max(50)
  .refine((text) => rangeOf(text) !== undefined, 'Must be an address or a range such as 192.0.2.0/24')
  .transform((text) => rangeOf(text) ?? text);

/** Whether ranges as they are stored lie within others; none of them stands for everywhere. */
export function liesWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  return inner.length > 0 && inner.every((one) => outer.some((other) => isPartOf(one, other)));
}

function isPartOf(inner: string, outer: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(inner);
  const [network, length] = ipaddr.parseCIDR(outer);
  return address.kind() === network.kind() && bits >= length && address.match(network, length);
}

/**
 * Whether an address lies in one of the ranges, which are as {@link AddressRange} makes them. An IPv4 address that
 * arrives as IPv6 is the same address. Without an address the answer is no.
 */
export function isWithin(ip: string | null, ranges: readonly string[]): boolean {
  if (ip === null || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}
