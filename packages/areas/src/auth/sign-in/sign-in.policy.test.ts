import { describe, expect, it } from 'vitest';
import type { SignInPolicy } from '../sessions/sessions.store.ts';
import { computeSessionStage, isPasswordTooOld } from './sign-in.policy.ts';

const now = new Date('2030-05-20T12:00:00Z');
const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 + ms);

describe('a password', () => {
  const isTooOld = (policy: SignInPolicy | null, changed: Date | null, created = daysAgo(400)) =>
    isPasswordTooOld({ policy, password_changed_at: changed, created_at: created }, now);

  it('is too old from its maximum age on, counted from its last change', () => {
    const policy = { password_max_age_days: 30 };
    expect([isTooOld(policy, daysAgo(30)), isTooOld(policy, daysAgo(30, 1))]).toEqual([true, false]);
  });

  it('that was never changed is as old as its user', () => {
    const policy = { password_max_age_days: 30 };
    expect([isTooOld(policy, null), isTooOld(policy, null, daysAgo(29))]).toEqual([true, false]);
  });

  it.each([null, {}, { password_max_age_days: null }])('never expires with the settings %j', (policy) => {
    expect(isTooOld(policy, null)).toBe(false);
  });
});

describe('the stage of a session', () => {
  const user = { created_at: daysAgo(400), is_privileged: false, has_second_factor: false };
  const stageOf = (policy: SignInPolicy | null, changes: Partial<typeof user> = {}) =>
    computeSessionStage({ ...user, ...changes, policy }, now);
  const all: SignInPolicy = { require_mfa: 'all', mfa_grace_days: 0 };

  it('is limited to the setup of a second factor if one is required', () => {
    expect(stageOf(all)).toBe('mfa_setup');
    expect(stageOf(all, { has_second_factor: true })).toBe('full');
  });

  it.each([null, {}, { mfa_grace_days: 0 }, { require_mfa: 'none', mfa_grace_days: 0 } as const])(
    'is full with the settings %j',
    (policy) => {
      expect(stageOf(policy, { is_privileged: true })).toBe('full');
    },
  );

  it('is limited only for privileged users if only they require a second factor', () => {
    const policy: SignInPolicy = { require_mfa: 'privileged', mfa_grace_days: 0 };
    expect([stageOf(policy, { is_privileged: true }), stageOf(policy)]).toEqual(['mfa_setup', 'full']);
  });

  it('is full until the grace period ends, by default for seven days', () => {
    const since = (days: number, ms: number, grace?: number): SignInPolicy => ({
      require_mfa: 'all',
      ...(grace !== undefined && { mfa_grace_days: grace }),
      mfa_required_since: daysAgo(days, ms).toISOString(),
    });
    expect([stageOf(since(7, 1)), stageOf(since(7, 0))]).toEqual(['full', 'mfa_setup']);
    expect([stageOf(since(3, 1, 3)), stageOf(since(3, 0, 3))]).toEqual(['full', 'mfa_setup']);
  });

  it('is full during the grace period of a new user, although the requirement is older', () => {
    const policy: SignInPolicy = { require_mfa: 'all', mfa_required_since: daysAgo(100).toISOString() };
    expect(stageOf(policy, { created_at: daysAgo(7, 1) })).toBe('full');
    expect(stageOf(policy, { created_at: daysAgo(7) })).toBe('mfa_setup');
  });

  it('has a grace period from the creation of the user if the time of the requirement is unknown', () => {
    expect(stageOf({ require_mfa: 'all' }, { created_at: daysAgo(6) })).toBe('full');
    expect(stageOf({ require_mfa: 'all' })).toBe('mfa_setup');
  });
});
