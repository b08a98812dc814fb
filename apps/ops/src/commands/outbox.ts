import { readOutbox, requeueEvents } from '@wfp/areas';
import type { Command } from '../command.ts';
import { organizationOption } from './organization.ts';

/** Events wait for milliseconds; after minutes there is no relay, or it cannot. */
const lateAfterMs = 5 * 60_000;

export const outbox: Command = {
  name: 'outbox',
  summary: 'what waits for the relay, since when, and what it could not pass on',
  about: [
    'Events get their number from a relay, which runs in a worker. What a projection (deliveries, progress …) could not',
    'take is tried again by itself, at pauses that grow to an hour; --requeue tries it at once. An event that is not there',
    'is never tried again: its row was lost.',
  ],
  options: {
    org: { value: '<slug>', description: 'of this organization; of all when left out' },
    requeue: { description: 'try what was refused again at once' },
  },
  prepare: async (operator, given) => {
    const organization = await organizationOption(operator, given);
    const org_id = organization?.id ?? null;
    const { waiting, failed } = await readOutbox(operator.platform, org_id);
    const now = operator.platform.clock.now().getTime();
    const isLate = waiting.some((one) => now - one.oldest_at.getTime() > lateAfterMs);
    const lines = [
      ...waiting.map(
        (one) =>
          `${one.slug ?? one.org_id} (shard ${one.shard}): ${one.waiting} events wait, the oldest since ${one.oldest_at.toISOString()}`,
      ),
      ...failed.map(
        (one) =>
          `${one.slug ?? one.org_id}: event ${one.event_id} (${one.event_type ?? 'not there'}) was refused ${one.attempts} times by ${one.projection || 'the relay'}: ${one.last_error}; ${one.next_try_at ? `next try ${one.next_try_at.toISOString()}` : 'it is not tried again'}`,
      ),
      ...(isLate ? ['Events wait for minutes: is a worker running that has the relay?'] : []),
    ];
    const found = {
      lines: lines.length > 0 ? lines : ['nothing waits'],
      data: { waiting, refused: failed },
      isWrong: isLate || failed.length > 0,
    };
    const isAgain = given.requeue === true && failed.some((one) => one.projection !== '');
    if (!isAgain) return found;
    return {
      ...found,
      change: {
        question: 'Try what was refused again now?',
        act: async () => {
          const requeued = await requeueEvents(operator, org_id);
          return { lines: [`${requeued} are tried again now`], data: { requeued } };
        },
      },
    };
  },
};
