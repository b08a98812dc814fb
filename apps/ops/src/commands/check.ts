import { checkInvariants, listChecks } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { organizationOption } from './organization.ts';

export const check: Command = {
  name: 'check',
  summary: 'look whether the invariants of the data hold; changes nothing',
  about: [
    'Every event numbered, audited and counted, the log without gaps, the chain of the audit log, places on boards,',
    'deliveries, references, months to come, and that nothing is stuck: `--list` names them. The service may run meanwhile.',
    'Exit code 1 if an invariant does not hold; the output names the rows and how to repair them.',
  ],
  options: {
    org: {
      value: '<slug>',
      description: 'look at this organization; at all and the installation when left out',
    },
    only: { value: '<a,b>', description: 'only these checks' },
    list: { description: 'name the checks and what holds by each' },
  },
  prepare: async (operator, given) => {
    const all = listChecks(operator.platform);
    if (given.list) {
      const checks = all.map(({ name, invariant }) => ({ name, holds: invariant }));
      return { lines: checks.map((one) => `${one.name}: ${one.holds}`), data: { checks } };
    }
    const only = textOption(given, 'only')?.split(',').filter(Boolean);
    const unknown = only?.find((name) => !all.some((one) => one.name === name));
    if (unknown) throw new UsageError(`There is no check ${unknown}; --list names them`);
    const organization = await organizationOption(operator, given);
    const checked = await checkInvariants(operator.platform, {
      only,
      org: organization?.slug,
      progress: operator.progress,
    });
    const broken = checked.filter((one) => one.breaches.length > 0);
    return {
      lines: [
        ...broken.flatMap(({ name, holds, repair, breaches, has_more }) => [
          `✗ ${name}: ${holds}`,
          ...breaches.map((says) => `    ${says}`),
          ...(has_more ? ['    … and more'] : []),
          `  ${repair}`,
        ]),
        `${checked.length - broken.length} of ${checked.length} checks hold`,
      ],
      data: { checks: checked },
      isWrong: broken.length > 0,
    };
  },
};
