import type { SessionStage } from '@wfp/shared';
import type { SignInUser } from '../sessions/sessions.store.ts';

const defaultGraceDays = 7;
const dayMs = 86_400_000;

export function isPasswordTooOld(
  {
    policy,
    password_changed_at,
    created_at,
  }: Pick<SignInUser, 'policy' | 'password_changed_at' | 'created_at'>,
  now: Date,
): boolean {
  const days = policy?.password_max_age_days ?? null;
  return days !== null && (password_changed_at ?? created_at).getTime() + days * dayMs <= now.getTime();
}

export type StageInput = Pick<SignInUser, 'policy' | 'created_at' | 'is_privileged' | 'has_second_factor'>;

/**
 * Computes the stage of a new or refreshed session. If the organization requires a second factor, users without one
 * have a grace period, which begins with the requirement or the creation of the user, whichever is later. After it, a
 * session can only be used to set up a second factor.
 */
export function computeSessionStage(user: StageInput, now: Date): SessionStage {
  const { require_mfa = 'none', mfa_grace_days = defaultGraceDays } = user.policy ?? {};
  const isRequired = require_mfa === 'all' || (require_mfa === 'privileged' && user.is_privileged);
  if (!isRequired || user.has_second_factor) return 'full';
  const requiredSince = Date.parse(user.policy?.mfa_required_since ?? '') || 0;
  const since = Math.max(user.created_at.getTime(), requiredSince);
  return now.getTime() < since + mfa_grace_days * dayMs ? 'full' : 'mfa_setup';
}
