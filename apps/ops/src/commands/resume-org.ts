import { resumeByOperator } from '@wfp/areas';
import { type Command, CommandError } from '../command.ts';
import { requireOrganization } from './organization.ts';

export const resumeOrg: Command = {
  name: 'resume-org',
  summary: 'end the suspension of an organization',
  about: [
    'The organization gets the status that it had before. Sessions and API keys work again, and waiting deliveries, mail',
    'and other work are done within seconds. For an organization that was closing, the 30 days until its purge begin again.',
  ],
  options: { org: { value: '<slug>', description: 'slug of the organization', isRequired: true } },
  prepare: async (operator, values) => {
    const { id, slug, status, suspension_reason } = await requireOrganization(operator, values);
    if (status !== 'suspended') throw new CommandError(`${slug} is not suspended: it is ${status}`);
    return {
      lines: [`${slug} is suspended: ${suspension_reason}`],
      data: { org: slug, status, reason: suspension_reason },
      change: {
        question: 'End the suspension?',
        apply: async () => {
          const resumed = await resumeByOperator(operator, id);
          return {
            lines: [`resumed ${slug}: ${resumed.status}`],
            data: { org: slug, status: resumed.status },
          };
        },
      },
    };
  },
};
