import { parseArgs } from 'node:util';
import { type Command, type Option, type OptionValues, UsageError } from './command.ts';

/** Options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  'dry-run': { description: 'say what would be done, and do nothing' },
  yes: { description: 'do not ask; needed where there is no terminal' },
  json: { description: 'answer with one JSON object' },
  as: {
    value: '<name>',
    description: 'who you are, for the audit log; your account on this machine when left out',
  },
  help: { description: 'show this' },
};

/** @throws UsageError for an option that there is not, without its value, or missing */
export function parseOptions(command: Command, args: readonly string[]): OptionValues {
  const all = { ...command.options, ...commonOptions };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  let given: OptionValues;
  try {
    given = parseArgs({ args: [...args], options, allowPositionals: false }).values as OptionValues;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'Wrong options');
  }
  const missing = Object.entries(all).filter(([name, one]) => one.isRequired && given[name] === undefined);
  if (missing.length > 0 && !given.help) {
    throw new UsageError(`Missing: ${missing.map(([name, { value }]) => `--${name} ${value}`).join(', ')}`);
  }
  return given;
}

/** The text of an option; undefined when it was left out. */
export function textOption(given: OptionValues, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

/** @throws UsageError when it is no id */
export function idOption(given: OptionValues, name: string): number | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError(`--${name} is the number of a record, not ${text}`);
  return Number(text);
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment: in ISO 8601, or so long ago as `30m`, `2h`, `3d`. @throws UsageError */
export function timeOption(given: OptionValues, name: string, now: Date): Date | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  const [, count, unit] = text.match(/^(\d{1,5})([mhd])$/) ?? [];
  if (count && unit) return new Date(now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]);
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(moment.getTime()))
    throw new UsageError(`--${name} is a moment such as 2026-05-01T12:00:00Z, or 2h for two hours ago`);
  return moment;
}

/** What `--help` of a command says. */
export function formatHelp({ name, summary, about, options }: Command): string[] {
  const shown = Object.entries({ ...options, ...commonOptions }).map(
    ([option, { value, description, isRequired }]) => [
      `--${option}${value ? ` ${value}` : ''}`,
      `${description}${isRequired ? ' (required)' : ''}`,
    ],
  );
  const width = Math.max(...shown.map(([left = '']) => left.length));
  return [
    `npm run ops -- ${name} [options]`,
    `  ${summary}`,
    '',
    ...about,
    ...(about.length > 0 ? [''] : []),
    ...shown.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`),
  ];
}
