import { parsePlanCode, setPlanByOperator } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { type Command, CommandError } from '../command.ts';
import { requireOrganization } from './organization.ts';

export const setPlan: Command = {
  name: 'set-plan',
  summary: 'set the plan of an organization',
  about: [
    'A code has 2 to 40 characters of a-z, 0-9 and _ and starts with a letter. Every organization starts with free. Users of',
    'the organization see the code as plan_code and cannot change it. FILE_QUOTA_BY_PLAN_MIB can set quotas by plan.',
  ],
  options: {
    org: { value: '<slug>', description: 'slug of the organization', isRequired: true },
    plan: { value: '<code>', description: 'code of the plan, such as free', isRequired: true },
  },
  prepare: async (operator, values) => {
    const { id, slug, status, plan_code } = await requireOrganization(operator, values);
    const plan = parsePlanCode(textOption(values, 'plan') ?? '');
    if (status === 'closed') throw new CommandError(`${slug} is closed`);
    const found = { lines: [`${slug}: ${plan_code} → ${plan}`], data: { org: slug, from: plan_code, plan } };
    if (plan === plan_code) return { ...found, lines: [`${slug} already has the plan ${plan}`] };
    return {
      ...found,
      change: {
        question: 'Set the plan?',
        apply: async () => {
          await setPlanByOperator(operator, id, plan);
          return { lines: [`${slug} has the plan ${plan}`], data: { org: slug, from: plan_code, plan } };
        },
      },
    };
  },
};
