import { clientNetwork } from '@wfp/areas';
import type { Caller, Origin } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import {
  createProcessRateCounter,
  createRateCounter,
  type RateCounter,
  type RedisCircuitBreaker,
} from './rate-counter.ts';

/** Several credentials of a user together have the limit of this many: API keys and sessions are free to create. */
const credentialsPerUser = 5;

/**
 * In each process, the users of an organization together have the limit of this many: users are free to create, too, and the
 * CPU time of a process is not divided. Before the address of its founder is confirmed, the lower number applies.
 */
const usersPerOrganization = { verified: 20, unverified: 2 };

/** The prefix of an IPv6 network that one client usually has. */
const ipv6Bits = 64;

export const networkOf = (origin: Origin): string => clientNetwork(origin, ipv6Bits);

/** A counter that applies to a request, with its key. */
export interface Counted {
  name: 'minute' | 'user' | 'organization';
  counter: RateCounter;
  key: string;
}

/**
 * Returns a function for the counters of a request, the narrowest first: of its credential, user and organization, or of
 * its address without a credential.
 */
export function createRequestCounters(
  breaker: RedisCircuitBreaker,
  { RATE_LIMIT_PER_MINUTE, REDIS_PREFIX }: Config,
): (caller: Caller | null, origin: Origin) => Counted[] {
  const create = (name: string, credentials: number) =>
    createRateCounter(breaker, `${REDIS_PREFIX}:${name}`, RATE_LIMIT_PER_MINUTE * credentials);
  const ofCredentials = create('limit', 1);
  const ofUsers = create('user-limit', credentialsPerUser);
  const createOfOrganizations = (users: number) =>
    createProcessRateCounter(RATE_LIMIT_PER_MINUTE * credentialsPerUser * users);
  const ofOrganizations = {
    verified: createOfOrganizations(usersPerOrganization.verified),
    unverified: createOfOrganizations(usersPerOrganization.unverified),
  };
  return (caller, origin) => {
    const counted = (name: Counted['name'], counter: RateCounter | null, key: string): Counted[] =>
      counter ? [{ name, counter, key }] : [];
    const narrowest = counted('minute', ofCredentials, keyOf(caller, origin));
    if (!caller?.user_id) return narrowest;
    const { org_id, user_id, is_unverified } = caller;
    const ofOrganization = ofOrganizations[is_unverified ? 'unverified' : 'verified'];
    return [
      ...narrowest,
      ...counted('user', ofUsers, `${org_id}:${user_id}`),
      ...counted('organization', ofOrganization, String(org_id)),
    ];
  };
}

function keyOf(caller: Caller | null, origin: Origin): string {
  if (!caller || !('id' in caller.credential)) return `address:${networkOf(origin)}`;
  return `${caller.credential.kind}:${caller.org_id}:${caller.credential.id}`;
}
