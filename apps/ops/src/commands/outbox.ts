import { readOutbox, requeueEvents } from '@wfp/areas';
import type { Command } from '../command.ts';
import { findOrganizationOption } from './organization.ts';

/** Events normally wait for a few milliseconds. If they wait for minutes, no relay is running, or it is failing. */
const lateAfterMs = 5 * 60_000;

export const outbox: Command = {
  name: 'outbox',
  summary: 'show events waiting for the relay and failures of projections',
  about: [
    'A relay in a worker numbers events. Events that failed in a projection (deliveries, progress, …) are retried',
    'automatically, after up to an hour; --requeue retries them now. Events whose row is lost are never retried.',
  ],
  options: {
    org: { value: '<slug>', description: 'only this organization; default: all' },
    requeue: { description: 'retry failed events now' },
  },
  prepare: async (operator, values) => {
    const organization = await findOrganizationOption(operator, values);
    const org_id = organization?.id ?? null;
    const { waiting, failed } = await readOutbox(operator.platform, org_id);
    const now = operator.platform.clock.now().getTime();
    const isLate = waiting.some((one) => now - one.oldest_at.getTime() > lateAfterMs);
    const lines = [
      ...waiting.map(
        (one) =>
          `${one.slug ?? one.org_id} (shard ${one.shard}): ${one.waiting} events waiting, the oldest since ${one.oldest_at.toISOString()}`,
      ),
      ...failed.map(
        (one) =>
          `${one.slug ?? one.org_id}: event ${one.event_id} (${one.event_type ?? 'missing'}) failed ${one.attempts} times in ${one.projection || 'the relay'}: ${one.last_error}; ${one.next_try_at ? `next retry ${one.next_try_at.toISOString()}` : 'not retried'}`,
      ),
      ...(isLate ? ['Events have waited for minutes: is a worker with the role relay running?'] : []),
    ];
    const found = {
      lines: lines.length > 0 ? lines : ['no events waiting'],
      data: { waiting, refused: failed },
      hasProblems: isLate || failed.length > 0,
    };
    const canRequeue = values.requeue === true && failed.some((one) => one.projection !== '');
    if (!canRequeue) return found;
    return {
      ...found,
      change: {
        question: 'Retry failed events now?',
        apply: async () => {
          const requeued = await requeueEvents(operator, org_id);
          return { lines: [`${requeued} events will be retried now`], data: { requeued } };
        },
      },
    };
  },
};
