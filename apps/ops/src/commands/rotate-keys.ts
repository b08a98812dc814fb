import { rotateKeys as rotate } from '@wfp/areas';
import type { Command, Report } from '../command.ts';

function buildReport({ columns, recovery_codes }: Awaited<ReturnType<typeof rotate>>, verb: string): Report {
  const unreadable = columns.filter((one) => one.unreadable_count > 0);
  const previous = columns.reduce((sum, one) => sum + one.previous, 0);
  return {
    lines: [
      ...columns.map((one) => `${one.column}: ${one.current} under the current key, ${one.previous} ${verb}`),
      ...unreadable.map(
        (one) =>
          `${one.column}: ${one.unreadable_count} that no key opens, such as ${one.unreadable.join(', ')}`,
      ),
      ...(unreadable.length > 0
        ? [
            'Name the key that sealed them in ENCRYPTION_PREVIOUS_KEYS and run this again; without it they have to be made anew.',
          ]
        : []),
      ...(recovery_codes > 0
        ? [
            `${recovery_codes} recovery codes are unused: those from before the change work while the old key is named.`,
          ]
        : []),
    ],
    data: { columns, previous, recovery_codes },
    isWrong: unreadable.length > 0,
  };
}

export const rotateKeys: Command = {
  name: 'rotate-keys',
  summary: 'seal what a previous ENCRYPTION_KEY has sealed with the current one',
  about: [
    'In batches, while the service runs; cut off, it goes on with what is left. Before: ENCRYPTION_KEY is the new key and',
    'ENCRYPTION_PREVIOUS_KEYS has the old one, in every process. After: take the old one out. SECURITY.md has the steps,',
    'and those for JWT_SECRET, which needs no command.',
  ],
  options: {},
  prepare: async (operator) => {
    const state = await rotate(operator, { rotate: false });
    const report = buildReport(state, 'under a previous one');
    const previous = state.columns.reduce((sum, one) => sum + one.previous, 0);
    if (previous === 0) return report;
    return {
      ...report,
      change: {
        question: `Seal ${previous} values with the current key?`,
        act: async () => buildReport(await rotate(operator, { rotate: true }), 'sealed with it now'),
      },
    };
  },
};
