import { parseSuspensionReason, suspendByOperator } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { type Command, CommandError } from '../command.ts';
import { requireOrganization } from './organization.ts';

export const suspendOrg: Command = {
  name: 'suspend-org',
  summary: 'suspend an organization: end all access until it is resumed',
  about: [
    'Sessions, API keys and streams are rejected from the next request on, with the reason that the organization is',
    'suspended. Its webhook deliveries, mail, prompts and other work wait. Nothing is deleted: resume-org restores all of',
    'it. The reason is recorded in the audit log of the organization, which its users can read when it is resumed.',
  ],
  options: {
    org: { value: '<slug>', description: 'slug of the organization', isRequired: true },
    reason: { value: '<text>', description: 'reason, for the audit log', isRequired: true },
  },
  prepare: async (operator, values) => {
    const { id, slug, status, suspension_reason } = await requireOrganization(operator, values);
    const reason = parseSuspensionReason(textOption(values, 'reason') ?? '');
    if (status === 'suspended') throw new CommandError(`${slug} is already suspended: ${suspension_reason}`);
    if (status === 'closed') throw new CommandError(`${slug} is closed`);
    return {
      lines: [`${slug} (${status}): all access will end`],
      data: { org: slug, status, reason },
      change: {
        question: 'Suspend the organization?',
        apply: async () => {
          const suspended = await suspendByOperator(operator, id, reason);
          return {
            lines: [`suspended ${slug}`],
            data: { org: slug, status: suspended.status, reason },
          };
        },
      },
    };
  },
};
