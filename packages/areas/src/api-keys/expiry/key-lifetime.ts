import { invalidField } from '@wfp/shared';

const dayMs = 86_400_000;

/** Days before the expiry at which a notice is sent. Stored notices also include 0, the expiry itself. */
export const noticeDays = [7, 1] as const;

/**
 * Returns the expiry of a new key within the organization's limit.
 *
 * @param requested null for the latest that is allowed
 * @param maxDays null for no limit
 * @throws AppError `invalid` on `expires_at`
 */
export function computeExpiry(requested: Date | null, maxDays: number | null, now: Date): Date | null {
  if (requested && requested <= now) throw invalidField('expires_at', 'Must be in the future');
  const latest = maxDays === null ? null : new Date(now.getTime() + maxDays * dayMs);
  if (!latest) return requested;
  if (requested && requested > latest) {
    throw invalidField('expires_at', `Must be within ${maxDays} days, the limit of your organization`);
  }
  return requested ?? latest;
}

/** Returns the expiry of a successor, whose lifetime is that of the old key within the limit. */
export function computeSuccessorExpiry(
  old: { created_at: Date; expires_at: Date | null },
  maxDays: number | null,
  now: Date,
): Date | null {
  const maxMs = maxDays === null ? Number.POSITIVE_INFINITY : maxDays * dayMs;
  const lifetimeMs = old.expires_at
    ? old.expires_at.getTime() - old.created_at.getTime()
    : Number.POSITIVE_INFINITY;
  const lifeMs = Math.min(lifetimeMs, maxMs);
  return Number.isFinite(lifeMs) ? new Date(now.getTime() + lifeMs) : null;
}

/** Returns the notices that are already due for a new key. They are not sent. */
export function listElapsedNotices(expires_at: Date | null, now: Date): number[] {
  if (!expires_at) return [];
  return noticeDays.filter((days) => expires_at.getTime() - now.getTime() <= days * dayMs);
}
