import { isIPv6 } from 'node:net';

/** Addresses on which `localhost` is served. */
const local: readonly (string | null)[] = [null, '127.0.0.1', '::1', '0.0.0.0', '::'];

/** The URL of a process that listens on `host`, for clients on this machine. */
export function localUrl(host: string | null, port: number): string {
  if (host === null || local.includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
