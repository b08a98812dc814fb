import type { Caller, Platform } from '@wfp/shared';
import { OrganizationFacts } from './organization-facts.ts';

export const maxAgeMs = 2_000;
/** An organization has at most 2,000 finished tasks in memory, with titles of up to 500 characters. */
const maxOrganizations = 32;
const maxIdleMs = 60_000;

interface CachedFacts {
  readAt: number;
  facts: Promise<OrganizationFacts>;
}

/** By organization, the least recently read first. */
type Cache = Map<number, CachedFacts>;

const caches = new WeakMap<Platform['database'], Cache>();

/** Returns the facts about the caller's organization, at most two seconds old. */
export async function getOrganizationFacts(caller: Caller): Promise<OrganizationFacts> {
  const { platform, org_id } = caller;
  const cache: Cache = caches.get(platform.database) ?? new Map();
  caches.set(platform.database, cache);
  const now = platform.clock.now().getTime();
  const known = cache.get(org_id);
  if (known && Math.abs(now - known.readAt) < maxAgeMs) return known.facts;
  cache.delete(org_id);
  for (const [id, { readAt }] of cache) {
    if (cache.size >= maxOrganizations || Math.abs(now - readAt) > maxIdleMs) cache.delete(id);
  }
  const facts = readAfter(caller, known?.facts);
  cache.set(org_id, { readAt: now, facts });
  // An error is not cached.
  facts.catch(() => {
    if (cache.get(org_id)?.facts === facts) cache.delete(org_id);
  });
  return facts;
}

async function readAfter(
  caller: Caller,
  previous: Promise<OrganizationFacts> | undefined,
): Promise<OrganizationFacts> {
  return OrganizationFacts.read(caller, await previous?.catch(() => undefined));
}
