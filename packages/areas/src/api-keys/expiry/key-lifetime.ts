import { invalidField } from '@wfp/shared';

const dayMs = 86_400_000;

/** How many days before its end the owner of a key is told; 0 is the end itself. */
export const noticeDays = [7, 1] as const;

/**
 * When a key ends: as asked, within what the organization allows.
 *
 * @param asked null for as long as possible
 * @param mostDays null for no limit
 * @throws AppError `invalid` on `expires_at`
 */
export function computeExpiry(asked: Date | null, mostDays: number | null, now: Date): Date | null {
  if (asked && asked <= now) throw invalidField('expires_at', 'Must be in the future');
  const latest = mostDays === null ? null : new Date(now.getTime() + mostDays * dayMs);
  if (!latest) return asked;
  if (asked && asked > latest) {
    throw invalidField('expires_at', `Keys of this organization live at most ${mostDays} days`);
  }
  return asked ?? latest;
}

/** The end of a key that takes over: it lives as long as the other was meant to. */
export function computeSuccessorExpiry(
  old: { created_at: Date; expires_at: Date | null },
  mostDays: number | null,
  now: Date,
): Date | null {
  const most = mostDays === null ? Number.POSITIVE_INFINITY : mostDays * dayMs;
  const life = old.expires_at
    ? old.expires_at.getTime() - old.created_at.getTime()
    : Number.POSITIVE_INFINITY;
  const lifeMs = Math.min(life, most);
  return Number.isFinite(lifeMs) ? new Date(now.getTime() + lifeMs) : null;
}

/** The notices that a key whose whole life is shorter would begin with: they tell its maker nothing. */
export function listElapsedNotices(expires_at: Date | null, now: Date): number[] {
  if (!expires_at) return [];
  return noticeDays.filter((days) => expires_at.getTime() - now.getTime() <= days * dayMs);
}
