import { defineArea, sealedMails } from '@wfp/shared';
import { mailLane } from './mail.lane.ts';

/** Sends what `queueMail` put into the outbox. */
export const mail = defineArea({ name: 'mail', jobs: [mailLane], sealed: sealedMails });

export { eraseMail } from './erasure.store.ts';
