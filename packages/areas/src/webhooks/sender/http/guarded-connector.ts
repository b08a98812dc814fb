import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress, literalAddress } from './address-rule.ts';
import { PlainFailure } from './failure-text.ts';

interface FoundAddress {
  address: string;
  family: 4 | 6;
}

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<FoundAddress[]>;

const refused = () => new PlainFailure('The URL leads to an address that is not public');

const bySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found as FoundAddress[]),
    );
  });

const isLocalhost = /(^|\.)localhost\.?$/i;
/** The answer of a name server that there is none, in place of no answer at all. */
const notFound = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Asks name servers directly: the system's own lookup takes one of four threads for as long as a name server keeps
 * silent, and one receiver's silent name server would so hold up the names of all others. Where private networks
 * are open, the system is asked for what name servers do not know, such as names in the hosts file.
 *
 * @param servers those to ask in place of the system's own
 */
export function nameResolver(allowPrivate: boolean, servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    if (isLocalhost.test(hostname)) return bySystem(hostname);
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found: FoundAddress[] = [];
    if (four.status === 'fulfilled')
      found.push(...four.value.map((address) => ({ address, family: 4 as const })));
    if (six.status === 'fulfilled')
      found.push(...six.value.map((address) => ({ address, family: 6 as const })));
    if (found.length > 0) return found;
    const { reason } = four as PromiseRejectedResult;
    if (allowPrivate && notFound.has(reason?.code)) return bySystem(hostname);
    throw reason;
  };
}

/** Looks up for a dial. A name is refused as a whole when one of its addresses is: it means to get inside. */
function lookupFor(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const wanted = family === 4 || family === 6 ? family : null;
    resolve(hostname).then(
      (everything) => {
        const found = everything.filter((one) => wanted === null || one.family === wanted);
        const [first] = found;
        if (!allowPrivate && everything.some(({ address }) => !isPublicAddress(address)))
          callback(refused(), []);
        else if (!first) callback(Object.assign(new Error('No address'), { code: 'ENODATA' }), []);
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

export interface Dialling {
  resolve?: Resolve;
  /** For the connection alone, with its handshake. */
  timeoutMs?: number;
  /** Authorities that are trusted in place of the usual ones. */
  ca?: string;
}

/** Of several addresses each gets this long before the next one is tried; the usual quarter second cuts off continents. */
const patienceForOneAddressMs = 2_500;

/** Certificates are checked, whatever the environment says. */
export const checkedTls = (ca?: string) => ({ rejectUnauthorized: true, ...(ca ? { ca } : {}) });

/**
 * Opens connections, and only to what may be reached. Names are judged by the very answer that is dialled, so that
 * nothing can change between the check and its use; addresses in URLs are never looked up and are judged before; and
 * what a socket is connected to is looked at once more.
 */
export function guardedConnector(
  allowPrivate: boolean,
  { resolve = nameResolver(allowPrivate), timeoutMs = 10_000, ca }: Dialling = {},
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    ...checkedTls(ca),
    lookup: lookupFor(resolve, allowPrivate),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: patienceForOneAddressMs,
  });
  const isRefused = (address: string) => !allowPrivate && !isPublicAddress(address);
  return (options, callback) => {
    const literal = literalAddress(options.hostname);
    if (literal && isRefused(literal)) {
      process.nextTick(callback, refused(), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (!isRefused(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(refused(), null);
    });
  };
}
