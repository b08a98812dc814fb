import type { Origin } from '@wfp/shared';
import ipaddr from 'ipaddr.js';

/** Returns the IPv4 address, or the /64 network of an IPv6 address: one client usually has a whole /64. */
export function clientNetwork({ ip }: Origin): string {
  if (!ip || !ipaddr.isValid(ip)) return ip ?? 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
