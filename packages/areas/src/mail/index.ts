import { defineArea, sealedMails } from '@wfp/shared';
import { mailCheck } from './checks.store.ts';
import { mailLane } from './mail.lane.ts';

/** Sends what `queueMail` put into the outbox. */
export const mail = defineArea({ name: 'mail', jobs: [mailLane], checks: [mailCheck], sealed: sealedMails });

export { eraseMail } from './erasure.store.ts';
