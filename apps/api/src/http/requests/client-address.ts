import { isIP, isIPv4 } from 'node:net';
import type { Request } from 'express';

/**
 * Returns the address of the client: that of the connection, or the one that the last trusted proxy reported in
 * `X-Forwarded-For`. Express (`req.ip`) would return entries with a port, or that are no addresses, unchanged: each would be
 * an address of its own for the rate limits.
 */
export function findClientAddress(req: Request): string | null {
  const isTrusted: (address: string, hops: number) => boolean = req.app.get('trust proxy fn');
  const forwarded = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  let address = toAddress(req.socket.remoteAddress ?? '');
  for (let hops = 0; address !== null && isTrusted(address, hops); hops += 1) {
    const before = toAddress(forwarded.pop() ?? '');
    // A proxy that reports no address is the last known one.
    if (before === null) break;
    address = before;
  }
  return address;
}

/** Returns the address without a port, brackets and zone; null if the text is no IP address. */
function toAddress(text: string): string | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d*)?$/.exec(text.trim()) ?? [];
  const [, v4] = /^([\d.]+):\d*$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? v4 ?? text.trim()).replace(/%.*$/, '');
  if (bracketed !== undefined && isIPv4(address)) return null;
  return isIP(address) ? address : null;
}
