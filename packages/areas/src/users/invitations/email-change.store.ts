import { Prisma, type Recording } from '@wfp/shared/db';

const { sql } = Prisma;

/** The request changes no column, but is recorded as an attempt. */
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
