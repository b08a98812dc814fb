import { Prisma, type Recording } from '@wfp/shared/db';

const { sql } = Prisma;

export const deactivationRecording: Recording = {
  event: 'user.post_update',
  action: 'deactivate',
  also: [{ type: 'user.deactivated' }],
};

/** A user who has yet to accept their invitation is not active by being reactivated. */
export const reactivationRecording: Recording = {
  event: 'user.post_update',
  action: 'reactivate',
  also: [{ type: 'user.activated', when: sql`c._after ->> 'status' = 'active'` }],
};

/** Events of a deactivation, the end of the sessions included. */
export const deactivationEvents = ['user.post_update', 'user.deactivated', 'auth.logout'] as const;

/** Events of a reactivation. */
export const reactivationEvents = ['user.post_update', 'user.activated'] as const;
