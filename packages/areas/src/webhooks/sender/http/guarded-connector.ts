import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress, literalAddress } from './address-rule.ts';
import { DeliveryError } from './delivery-error.ts';

interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

export type ResolveHostname = (hostname: string) => Promise<ResolvedAddress[]>;

const nonPublicAddressError = () => new DeliveryError('The URL resolves to an address that is not public');

const noAddressError = () => Object.assign(new Error('No address'), { code: 'ENODATA' });

const resolveBySystem: ResolveHostname = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found as ResolvedAddress[]),
    );
  });

const isLocalhost = /(^|\.)localhost\.?$/i;
/** Errors after which the system may still resolve the name: name servers have no record, or none is reachable. */
const notFound = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Queries name servers directly: the system's lookup blocks one of four threads until a name server responds, so one
 * receiver's silent name server would delay all others. Where private networks are allowed, the system resolves names
 * that are not in DNS, such as those in the hosts file.
 *
 * @param servers used instead of the system's name servers
 */
export function createNameResolver(allowPrivate: boolean, servers?: readonly string[]): ResolveHostname {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    if (isLocalhost.test(hostname)) return resolveBySystem(hostname);
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found: ResolvedAddress[] = [];
    if (four.status === 'fulfilled')
      found.push(...four.value.map((address) => ({ address, family: 4 as const })));
    if (six.status === 'fulfilled')
      found.push(...six.value.map((address) => ({ address, family: 6 as const })));
    if (found.length > 0) return found;
    // Name servers report no error for an alias of a name without addresses.
    const [error = noAddressError()] = [four, six].flatMap((one) =>
      one.status === 'rejected' ? [one.reason] : [],
    );
    if (allowPrivate && notFound.has(error.code)) return resolveBySystem(hostname);
    throw error;
  };
}

/** Resolves names for connections. A name with any address that is not public is rejected: it indicates an attack. */
function createLookup(resolve: ResolveHostname, allowPrivate: boolean): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const wanted = family === 4 || family === 6 ? family : null;
    resolve(hostname).then(
      (everything) => {
        const found = everything.filter((one) => wanted === null || one.family === wanted);
        const [first] = found;
        if (!allowPrivate && everything.some(({ address }) => !isPublicAddress(address)))
          callback(nonPublicAddressError(), []);
        else if (!first) callback(noAddressError(), []);
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

export interface ConnectOptions {
  resolve?: ResolveHostname;
  /** Limit for the connection and its TLS handshake. */
  timeoutMs?: number;
  /** Trusted certificate authorities instead of the default ones. */
  ca?: string;
}

/** Timeout per address if a name has several; Node's default of 250 ms is too short across continents. */
const attemptTimeoutPerAddressMs = 2_500;

/** Verifies certificates even if NODE_TLS_REJECT_UNAUTHORIZED is set. */
export const verifyingTlsOptions = (ca?: string) => ({ rejectUnauthorized: true, ...(ca ? { ca } : {}) });

/**
 * Opens connections to permitted addresses only. A name is checked in the lookup that the connection uses, so that its
 * address cannot change between check and connect. An address in a URL is never looked up and is checked before. The
 * remote address of the connected socket is checked again.
 */
export function createGuardedConnector(
  allowPrivate: boolean,
  { resolve = createNameResolver(allowPrivate), timeoutMs = 10_000, ca }: ConnectOptions = {},
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    ...verifyingTlsOptions(ca),
    lookup: createLookup(resolve, allowPrivate),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutPerAddressMs,
  });
  const isRejected = (address: string) => !allowPrivate && !isPublicAddress(address);
  return (options, callback) => {
    const literal = literalAddress(options.hostname);
    if (literal && isRejected(literal)) {
      process.nextTick(callback, nonPublicAddressError(), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (!isRejected(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(nonPublicAddressError(), null);
    });
  };
}
