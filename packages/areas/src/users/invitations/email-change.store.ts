import { Prisma, type Recording } from '@wfp/shared/db';

const { sql } = Prisma;

/** The request changes no field of the user, but has an event and an audit entry. */
export const emailChangeRequested: Recording = {
  event: 'user.email_change_requested',
  action: 'request_email_change',
};

export const emailChanged: Recording = {
  event: 'user.post_update',
  action: 'change_email',
  also: [{ type: 'user.email_changed' }],
};

export const verifiedEmailValues = (email: string) => ({ email, email_verified_at: sql`now()` });
