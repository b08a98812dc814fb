import { listFailedEndpoints, retryEndpoints } from '@wfp/areas';
import { idOption, timeOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { organizationOption } from './organization.ts';

export const retryFailed: Command = {
  name: 'retry-failed',
  summary: 'send webhooks again whose deliveries failed since a time',
  about: [
    'Every event once whose last delivery to an endpoint failed, the oldest first, behind what is live. Endpoints that',
    'are switched off are left out: switch them on first. Other work needs no such command: what is due lies in the',
    'database, and workers look for it every five seconds.',
  ],
  options: {
    since: {
      value: '<moment>',
      description: 'deliveries that failed then or later: 2h, 3d, 2026-05-01T12:00:00Z',
      isRequired: true,
    },
    org: { value: '<slug>', description: 'of this organization; of all when left out' },
    webhook: { value: '<id>', description: 'of this endpoint; needs --org' },
  },
  prepare: async (operator, given) => {
    const since = timeOption(given, 'since', operator.platform.clock.now());
    if (!since) throw new UsageError('--since is missing');
    const organization = await organizationOption(operator, given);
    const webhook = idOption(given, 'webhook') ?? null;
    if (webhook !== null && !organization) throw new UsageError('--webhook needs --org');
    const all = await listFailedEndpoints(operator.platform, since, organization?.id ?? null, webhook);
    const active = all.filter((one) => one.is_active);
    const found = {
      lines: all.map(
        ({ slug, webhook_id, url, failed, is_active }) =>
          `${slug}: endpoint ${webhook_id} (${new URL(url).host}): ${failed} events failed${is_active ? '' : '; it is switched off'}`,
      ),
      data: { since: since.toISOString(), endpoints: all.map(({ url: _url, ...one }) => one) },
    };
    if (active.length === 0) return { ...found, lines: [...found.lines, 'nothing to send again'] };
    return {
      ...found,
      change: {
        question: `Send what failed to ${active.length} endpoints again?`,
        act: async () => {
          const done = await retryEndpoints(operator, active, since);
          return {
            lines: done.map(
              ({ slug, webhook_id, queued, problem }) =>
                `${slug}: endpoint ${webhook_id}: ${queued} events are sent again${problem ? `; then: ${problem}` : ''}`,
            ),
            data: { since: since.toISOString(), endpoints: done.map(({ url: _url, ...one }) => one) },
            isWrong: done.some((one) => one.problem !== null),
          };
        },
      },
    };
  },
};
