import type { SessionStage } from '@wfp/shared';
import type { SignInUser } from '../sessions/sessions.store.ts';

const defaultGraceDays = 7;
const dayMs = 86_400_000;

/** Whether the password has to be replaced before the next sign-in. */
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

type StageInput = Pick<SignInUser, 'policy' | 'created_at' | 'is_privileged' | 'has_second_factor'>;

/**
 * What a new session may be used for. Where the organization asks for a second factor, whoever has none gets
 * some days to set one up, from the day it was asked for or from their own first day; after them a session
 * reaches that alone.
 */
export function computeSessionStage(user: StageInput, now: Date): SessionStage {
  const { require_mfa = 'none', mfa_grace_days = defaultGraceDays } = user.policy ?? {};
  const isAsked = require_mfa === 'all' || (require_mfa === 'privileged' && user.is_privileged);
  if (!isAsked || user.has_second_factor) return 'full';
  const asked = Date.parse(user.policy?.mfa_required_since ?? '') || 0;
  const since = Math.max(user.created_at.getTime(), asked);
  return now.getTime() < since + mfa_grace_days * dayMs ? 'full' : 'mfa_setup';
}
