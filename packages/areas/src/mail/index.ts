import { consequence, defineArea, encryptedMailColumns } from '@wfp/shared';
import { userAccessEnded, userErased } from '../users/announcements.ts';
import { mailCheck } from './checks.store.ts';
import { expiredMails } from './expired.store.ts';
import { eraseMail, failWaitingMail } from './former-users.store.ts';
import { mailLane } from './mail.lane.ts';

/** Sends the mail that `queueMail` queued. */
export const mail = defineArea({
  name: 'mail',
  expired: expiredMails,
  jobs: [mailLane],
  checks: [mailCheck],
  encryptedColumns: encryptedMailColumns,
  consequences: [
    consequence({
      ...{ on: userAccessEnded, name: 'mail.fail_waiting', writes: [] },
      run: ({ tx, caller, payload }) => failWaitingMail(tx, caller, payload.user_id),
    }),
    consequence({
      ...{ on: userErased, name: 'mail.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseMail(tx, caller, payload),
    }),
  ],
});

export { escapeHtml } from './html.ts';
export { defineMailLane, type PreparedMail } from './sending/mail-lane.ts';
