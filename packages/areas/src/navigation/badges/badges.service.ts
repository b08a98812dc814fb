import { hash } from 'node:crypto';
import { AppError, type BadgeQuery, type Caller, OrganizationCache, type Platform } from '@wfp/shared';
import { type Badge, countAs } from './badge-lists.ts';

/** Time in seconds after which a number is counted again. */
export const badgeSeconds = 30;
/** Numbers of about 20,000 users with five entries each. */
const maxCacheBytes = 16 * 1024 * 1024;
const bytesPerBadge = 100;

interface Counted {
  badge: Badge | null;
  until: number;
}

const caches = new WeakMap<Platform['database'], OrganizationCache<string, Counted>>();

function cacheOf({ platform }: Caller): OrganizationCache<string, Counted> {
  const cache = caches.get(platform.database) ?? new OrganizationCache({ maxBytes: maxCacheBytes });
  caches.set(platform.database, cache);
  return cache;
}

/** Numbers follow from the rights of the caller: with other grants, or a narrower API key, they are counted again. */
function cacheKey({ user_id, employee_id, credential, grants }: Caller, query: BadgeQuery): string {
  const key = credential.kind === 'api_key' ? credential.id : null;
  return hash('sha256', JSON.stringify([user_id, employee_id, key, grants, query]), 'base64url');
}

/**
 * Returns the number of records that the caller sees in a list; one that is up to {@link badgeSeconds} old is not counted
 * again by this process. Null if the list cannot be read, or if the database is too busy.
 */
export async function findBadge(caller: Caller, query: BadgeQuery): Promise<Badge | null> {
  const cache = cacheOf(caller);
  const key = cacheKey(caller, query);
  const now = caller.platform.clock.now().getTime();
  const known = cache.find(caller.org_id, key);
  if (known && known.until > now) return known.badge;
  const badge = await countUnlessBusy(caller, query);
  cache.add(caller.org_id, key, { badge, until: now + badgeSeconds * 1000 }, bytesPerBadge + key.length);
  return badge;
}

async function countUnlessBusy(caller: Caller, query: BadgeQuery): Promise<Badge | null> {
  try {
    return await countAs(caller, query);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    caller.platform.log.warn(
      { err: error, resource: query.resource },
      'Could not count the records of a badge',
    );
    return null;
  }
}
