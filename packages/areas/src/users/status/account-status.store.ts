import { Prisma, type Recording } from '@wfp/shared/db';

const { sql } = Prisma;

export const deactivationRecording: Recording = {
  event: 'user.post_update',
  action: 'deactivate',
  also: [{ type: 'user.deactivated' }],
};

/** A user with a pending invitation becomes `invited`, without the event `user.activated`. */
export const reactivationRecording: Recording = {
  event: 'user.post_update',
  action: 'reactivate',
  also: [{ type: 'user.activated', when: sql`c._after ->> 'status' = 'active'` }],
};

export const suspensionRecording: Recording = {
  event: 'user.post_update',
  action: 'suspend',
  also: [{ type: 'user.suspended' }],
};

export const resumptionRecording: Recording = {
  event: 'user.post_update',
  action: 'resume',
  also: [{ type: 'user.resumed' }],
};

export const deactivationEvents = ['user.post_update', 'user.deactivated', 'auth.logout'] as const;

export const reactivationEvents = ['user.post_update', 'user.activated'] as const;
