import { type Caller, type Job, organizationLane, queueMail } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { type ExpiringKey, expiryBacklog, lockDueKeys, markNotice } from './lane.store.ts';

const batchSize = 20;

/**
 * Emits an event a week before, a day before and at the expiry of a key; before the expiry, also sends a mail. Not
 * time-critical: expired keys are rejected anyway.
 */
export const expiryLane: Job = organizationLane({
  queue: 'api-keys',
  role: 'schedules',
  concurrency: 2,
  emits: ['api_key.expiring', 'api_key.expired'],
  backlog: expiryBacklog,
  run: async ({ caller, note, signal }) => {
    while (!signal.aborted) {
      const notified = await writeInTransaction(caller, (tx) => notifyNext(tx, caller));
      for (const one of notified)
        await note(`key ${one.id}: ${one.notice === 0 ? 'expired' : 'expiry notice sent'}`);
      if (notified.length < batchSize) return 'done';
    }
    return 'more';
  },
});

async function notifyNext(tx: Transaction, caller: Caller): Promise<ExpiringKey[]> {
  const keys = await lockDueKeys(tx, caller, batchSize);
  for (const one of keys) {
    const event = one.notice === 0 ? 'api_key.expired' : 'api_key.expiring';
    const action = one.notice === 0 ? 'expire' : 'expiry_notice';
    await tx.write(markNotice(caller, one.id, one.notice), { event, action });
    if (one.notice > 0 && one.to) await queueMail(tx, caller, buildMail(caller, one, one.to));
  }
  return keys;
}

function buildMail(caller: Caller, one: ExpiringKey, { user_id, email }: { user_id: number; email: string }) {
  const end = `${one.expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    user_id,
    to: email,
    kind: 'api_key_expiring',
    notification: 'api_key_expiry' as const,
    subject: `The API key “${one.name}” expires soon`,
    text: [
      `The API key “${one.name}” (${one.prefix}…) stops working on ${end}.`,
      '',
      'Rotate it before then. By default, the old key stays valid for 24 hours, but not beyond its own expiry, so that you can switch to the new one.',
      `POST ${caller.platform.config.PUBLIC_URL}/api/api-keys/${one.id}/rotate`,
    ].join('\n'),
  };
}
