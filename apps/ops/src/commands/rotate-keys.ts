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
          `${one.column}: ${one.unreadable_count} not decryptable with any key, such as ${one.unreadable.join(', ')}`,
      ),
      ...(unreadable.length > 0
        ? [
            'Add the key that encrypted them to ENCRYPTION_PREVIOUS_KEYS and run this again; without it they must be recreated.',
          ]
        : []),
      ...(recovery_codes > 0
        ? [
            `${recovery_codes} recovery codes are unused; those created under the old key work only while it is configured.`,
          ]
        : []),
    ],
    data: { columns, previous, recovery_codes },
    hasProblems: unreadable.length > 0,
  };
}

export const rotateKeys: Command = {
  name: 'rotate-keys',
  summary: 're-encrypt values that are encrypted with a previous ENCRYPTION_KEY',
  about: [
    'Works in batches while the service runs; if interrupted, run it again. Before: set ENCRYPTION_KEY to the new key and add',
    'the old one to ENCRYPTION_PREVIOUS_KEYS in every process. After: remove the old key. SECURITY.md has all steps, also',
    'for JWT_SECRET, which needs no command.',
  ],
  options: {},
  prepare: async (operator) => {
    const state = await rotate(operator, { rotate: false });
    const report = buildReport(state, 'under a previous key');
    const previous = state.columns.reduce((sum, one) => sum + one.previous, 0);
    if (previous === 0) return report;
    return {
      ...report,
      change: {
        question: `Re-encrypt ${previous} values with the current key?`,
        apply: async () => buildReport(await rotate(operator, { rotate: true }), 're-encrypted'),
      },
    };
  },
};
