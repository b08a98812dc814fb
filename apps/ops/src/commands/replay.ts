import { replayToEndpoint } from '@wfp/areas';
import { idOption, listOption, timeOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { findOrganizationOption } from './organization.ts';

export const replay: Command = {
  name: 'replay',
  summary: 'send past events of an organization to a webhook endpoint again',
  about: [
    'Workers send the events in batches, with lower priority than live deliveries; the command returns when the replay is',
    'queued. The organization sees the replay and can cancel it.',
  ],
  options: {
    org: { value: '<slug>', description: 'slug of the organization', isRequired: true },
    webhook: { value: '<id>', description: 'id of the endpoint', isRequired: true },
    from: {
      value: '<time>',
      description: 'start: an age such as 2h or 3d, or a timestamp such as 2026-05-01T12:00:00Z',
      isRequired: true,
    },
    to: { value: '<time>', description: 'end; default: now' },
    types: { value: '<a,b>', description: 'event types; default: all types of the endpoint' },
    'only-failed': { description: 'only events whose last delivery failed' },
  },
  prepare: async (operator, values) => {
    const now = operator.platform.clock.now();
    const organization = await findOrganizationOption(operator, values);
    const webhook_id = idOption(values, 'webhook');
    const from = timeOption(values, 'from', now);
    if (!organization || !webhook_id || !from)
      throw new UsageError('--org, --webhook and --from are required');
    const to = timeOption(values, 'to', now);
    const event_types = listOption(values, 'types') ?? [];
    const range = { from: from.toISOString(), to: to?.toISOString() ?? null, event_types };
    return {
      lines: [
        `${organization.slug}: endpoint ${webhook_id}, events from ${range.from} to ${range.to ?? 'now'}, ${event_types.join(', ') || 'all types of the endpoint'}`,
      ],
      data: { org: organization.slug, webhook_id, ...range },
      change: {
        question: 'Send these events again?',
        apply: async () => {
          const only_failed = values['only-failed'] === true;
          const replay = await replayToEndpoint(operator, {
            org_id: organization.id,
            webhook_id,
            from,
            to,
            event_types,
            only_failed,
          });
          return {
            lines: [`replay ${replay.id} of endpoint ${webhook_id} is ${replay.status}`],
            data: {
              org: organization.slug,
              webhook_id,
              ...range,
              replay_id: replay.id,
              status: replay.status,
            },
          };
        },
      },
    };
  },
};
