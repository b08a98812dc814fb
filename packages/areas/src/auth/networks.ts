import ipaddr from 'ipaddr.js';

/**
 * Whether an address lies in one of the ranges (CIDR notation, or single addresses). An IPv4 address that
 * arrives as IPv6 is the same address. Without an address the answer is no.
 */
export function isWithin(ip: string | null, ranges: readonly string[]): boolean {
  if (ip === null || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range.includes('/') ? range : whole(range));
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

function whole(address: string): string {
  return `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`;
}
