import { BlockList } from 'node:net';

export interface UrlIdentity {
  host: string;
  port: number;
  /** Equal for all spellings of one URL. Not necessarily the URL that is requested. */
  url: string;
}

const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * Returns what identifies the receiver of a webhook and its URL; null for a text that is not a URL. It depends neither on
 * letter case, default ports, a fragment or numeric forms of an address, which the URL parser normalizes, nor on dots
 * after the host, IPv6 forms of IPv4 addresses or percent-encoded characters that need no encoding (RFC 3986, 6.2.2).
 */
export function identifyUrl(text: string): UrlIdentity | null {
  const parsed = URL.parse(text);
  if (!parsed) return null;
  const { protocol, pathname, search } = parsed;
  const host = identifyHost(parsed.hostname);
  const port = Number(parsed.port) || (protocol === 'https:' ? 443 : 80);
  return { host, port, url: `${protocol}//${host}:${port}${decodeUnreserved(pathname + search)}` };
}

function identifyHost(hostname: string): string {
  const name = hostname.replace(/\.+$/, '');
  // Parsed again, because the parser recognizes numeric addresses only without additional dots.
  const host = URL.parse(`http://${name}`)?.hostname ?? name;
  const address = /^\[(?<address>.+)\]$/.exec(host)?.groups?.address;
  if (address === undefined || !mapped.check(address, 'ipv6')) return host;
  const [high = 0, low = 0] = address
    .split(':')
    .slice(-2)
    .map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Decodes letters, digits, `-`, `.`, `_` and `~`; writes the digits of other encoded characters in upper case. */
const decodeUnreserved = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
