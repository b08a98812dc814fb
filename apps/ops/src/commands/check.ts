import { checkInvariants, listChecks } from '@wfp/areas';
import { listOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { findOrganizationOption } from './organization.ts';

export const check: Command = {
  name: 'check',
  summary: 'verify the invariants of the data (read-only)',
  about: [
    'Checks that events are numbered, audited and counted, that log and audit chain are complete, and that board positions,',
    'deliveries, references and partitions are consistent and nothing is stuck. --list names the checks. Can run while the',
    'service runs. Exit code 1 if an invariant is violated; the output names the rows and the repair.',
  ],
  options: {
    org: {
      value: '<slug>',
      description: 'check this organization; default: all, and the installation',
    },
    only: { value: '<a,b>', description: 'run only these checks' },
    list: { description: 'list the checks and their invariants' },
  },
  prepare: async (operator, values) => {
    const all = listChecks(operator.platform);
    if (values.list) {
      const checks = all.map(({ name, invariant }) => ({ name, invariant }));
      return { lines: checks.map((one) => `${one.name}: ${one.invariant}`), data: { checks } };
    }
    const only = listOption(values, 'only');
    const unknown = only?.find((name) => !all.some((one) => one.name === name));
    if (unknown) throw new UsageError(`Unknown check: ${unknown}; see --list`);
    const organization = await findOrganizationOption(operator, values);
    const checked = await checkInvariants(operator.platform, {
      only,
      org: organization?.slug,
      progress: operator.progress,
    });
    const broken = checked.filter((one) => one.violations.length > 0);
    return {
      lines: [
        ...broken.flatMap(({ name, invariant, repair, violations, has_more }) => [
          `✗ ${name}: ${invariant}`,
          ...violations.map((violation) => `    ${violation}`),
          ...(has_more ? ['    … and more'] : []),
          `  ${repair}`,
        ]),
        `${checked.length - broken.length} of ${checked.length} checks passed`,
      ],
      data: { checks: checked },
      hasProblems: broken.length > 0,
    };
  },
};
