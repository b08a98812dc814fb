import { listFailedEndpoints, retryEndpoints } from '@wfp/areas';
import { idOption, timeOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { findOrganizationOption } from './organization.ts';

export const retryFailed: Command = {
  name: 'retry-failed',
  summary: 'send failed webhook deliveries again',
  about: [
    'Retries the events whose last delivery to an endpoint failed: each event once, the earliest failures first, with lower',
    'priority than live deliveries. Skips disabled endpoints: enable them first. Other work needs no such command: it is in',
    'the database, and workers poll for it every five seconds.',
  ],
  options: {
    since: {
      value: '<time>',
      description:
        'start of the failures: an age such as 2h or 3d, or a timestamp such as 2026-05-01T12:00:00Z',
      isRequired: true,
    },
    org: { value: '<slug>', description: 'only this organization; default: all' },
    webhook: { value: '<id>', description: 'only this endpoint; requires --org' },
  },
  prepare: async (operator, values) => {
    const since = timeOption(values, 'since', operator.platform.clock.now());
    if (!since) throw new UsageError('--since is required');
    const organization = await findOrganizationOption(operator, values);
    const webhook = idOption(values, 'webhook') ?? null;
    if (webhook !== null && !organization) throw new UsageError('--webhook requires --org');
    const all = await listFailedEndpoints(operator.platform, since, organization?.id ?? null, webhook);
    const active = all.filter((one) => one.is_active);
    const found = {
      lines: all.map(
        ({ slug, webhook_id, url, failed, is_active }) =>
          `${slug}: endpoint ${webhook_id} (${new URL(url).host}): ${failed} events failed${is_active ? '' : '; disabled'}`,
      ),
      data: { since: since.toISOString(), endpoints: all.map(({ url: _url, ...one }) => one) },
    };
    if (active.length === 0) return { ...found, lines: [...found.lines, 'nothing to send again'] };
    return {
      ...found,
      change: {
        question: `Send failed events to ${active.length} endpoints again?`,
        apply: async () => {
          const done = await retryEndpoints(operator, active, since);
          return {
            lines: done.map(
              ({ slug, webhook_id, queued, problem }) =>
                `${slug}: endpoint ${webhook_id}: ${queued} events queued${problem ? `; then failed: ${problem}` : ''}`,
            ),
            data: { since: since.toISOString(), endpoints: done.map(({ url: _url, ...one }) => one) },
            hasProblems: done.some((one) => one.problem !== null),
          };
        },
      },
    };
  },
};
