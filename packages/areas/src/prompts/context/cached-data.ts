import type { Caller, Platform } from '@wfp/shared';
import { OrganizationData } from './organization-data.ts';

export const maxAgeMs = 2_000;
/** Bounds the memory: each organization has up to 2,000 finished tasks, with titles of up to 500 characters. */
const maxOrganizations = 32;
const maxIdleMs = 60_000;

interface CachedData {
  readAt: number;
  data: Promise<OrganizationData>;
}

/** Data by organization, the oldest first. */
type Cache = Map<number, CachedData>;

const caches = new WeakMap<Platform['database'], Cache>();

/** Returns the data about the caller's organization, at most two seconds old. */
export async function getOrganizationData(caller: Caller): Promise<OrganizationData> {
  const { platform, org_id } = caller;
  const cache: Cache = caches.get(platform.database) ?? new Map();
  caches.set(platform.database, cache);
  const now = platform.clock.now().getTime();
  const known = cache.get(org_id);
  if (known && Math.abs(now - known.readAt) < maxAgeMs) return known.data;
  cache.delete(org_id);
  for (const [id, { readAt }] of cache) {
    if (cache.size >= maxOrganizations || Math.abs(now - readAt) > maxIdleMs) cache.delete(id);
  }
  const data = readAfter(caller, known?.data);
  cache.set(org_id, { readAt: now, data });
  // An error is not cached.
  data.catch(() => {
    if (cache.get(org_id)?.data === data) cache.delete(org_id);
  });
  return data;
}

async function readAfter(
  caller: Caller,
  previous: Promise<OrganizationData> | undefined,
): Promise<OrganizationData> {
  return OrganizationData.read(caller, await previous?.catch(() => undefined));
}
