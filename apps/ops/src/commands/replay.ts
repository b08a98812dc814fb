import { replayToEndpoint } from '@wfp/areas';
import { idOption, textOption, timeOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { organizationOption } from './organization.ts';

export const replay: Command = {
  name: 'replay',
  summary: 'send past events of an organization to one of its webhook endpoints again',
  about: [
    'Behind what is live, in parts, by the workers: the command returns when it is queued. The organization sees the',
    'replay among its own, and can cancel it.',
  ],
  options: {
    org: { value: '<slug>', description: 'the organization', isRequired: true },
    webhook: { value: '<id>', description: 'the endpoint', isRequired: true },
    from: {
      value: '<moment>',
      description: 'the first moment: 2h, 3d, 2026-05-01T12:00:00Z',
      isRequired: true,
    },
    to: { value: '<moment>', description: 'the last moment; now when left out' },
    types: { value: '<a,b>', description: 'event types; all that the endpoint listens to when left out' },
    'only-failed': { description: 'only events whose last delivery failed' },
  },
  prepare: async (operator, given) => {
    const now = operator.platform.clock.now();
    const organization = await organizationOption(operator, given);
    const webhook_id = idOption(given, 'webhook');
    const from = timeOption(given, 'from', now);
    if (!organization || !webhook_id || !from) throw new UsageError('--org, --webhook and --from are needed');
    const to = timeOption(given, 'to', now);
    const event_types = (textOption(given, 'types') ?? '').split(',').filter(Boolean);
    const asked = { from: from.toISOString(), to: to?.toISOString() ?? null, event_types };
    return {
      lines: [
        `${organization.slug}: endpoint ${webhook_id}, events from ${asked.from} to ${asked.to ?? 'now'}, ${event_types.join(', ') || 'all types that it listens to'}`,
      ],
      data: { org: organization.slug, webhook_id, ...asked },
      change: {
        question: 'Send them again?',
        act: async () => {
          const only_failed = given['only-failed'] === true;
          const made = await replayToEndpoint(operator, {
            org_id: organization.id,
            webhook_id,
            from,
            to,
            event_types,
            only_failed,
          });
          return {
            lines: [`replay ${made.id} of endpoint ${webhook_id} is ${made.status}`],
            data: { org: organization.slug, webhook_id, ...asked, replay_id: made.id, status: made.status },
          };
        },
      },
    };
  },
};
