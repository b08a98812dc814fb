import { parseArgs } from 'node:util';
import { CalendarDate, hasInvisible, Id, Timestamp } from '@wfp/shared/contract';
import { type Command, type Option, type OptionValues, UsageError } from './command.ts';

/** Options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  'dry-run': { description: 'show what would be done without doing it' },
  yes: { description: 'skip the confirmation; required without a terminal' },
  json: { description: 'print one JSON object' },
  as: {
    value: '<name>',
    description: 'your name in the audit log; default: your account on this machine',
  },
  help: { description: 'show this help' },
};

/** @throws UsageError for an unknown option, an option without its value, or a missing required option */
export function parseOptions(command: Command, args: readonly string[]): OptionValues {
  const all = { ...command.options, ...commonOptions };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  let values: OptionValues;
  try {
    values = parseArgs({ args: [...args], options, allowPositionals: false }).values as OptionValues;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'Invalid options');
  }
  const missing = Object.entries(all).filter(([name, one]) => one.isRequired && values[name] === undefined);
  if (missing.length > 0 && !values.help) {
    throw new UsageError(`Missing: ${missing.map(([name, { value }]) => `--${name} ${value}`).join(', ')}`);
  }
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string') rejectInvalidText(name, value);
  return values;
}

const maxTextLength = 1_000;

/** Values become part of the audit log and of the output. An empty one is a mistake: a variable that is not set. */
function rejectInvalidText(name: string, value: string): void {
  const text = value.trim();
  if (text === '') throw new UsageError(`--${name} must not be empty`);
  if (text.length > maxTextLength)
    throw new UsageError(`--${name} must have at most ${maxTextLength} characters`);
  if (hasInvisible(text))
    throw new UsageError(`--${name} must be one line, without control or invisible characters`);
}

export function textOption(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

/** Names separated by commas. @throws UsageError if there is none */
export function listOption(values: OptionValues, name: string): string[] | undefined {
  const listed = textOption(values, name)
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  if (listed?.length === 0) throw new UsageError(`--${name} must contain a name`);
  return listed;
}

/** @throws UsageError if the value is not an id */
export function idOption(values: OptionValues, name: string): number | undefined {
  const text = textOption(values, name);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,9}$/.test(text) || !Id.safeParse(Number(text)).success)
    throw new UsageError(`--${name} must be the id of a record, not ${text}`);
  return Number(text);
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses an ISO 8601 timestamp, or a duration before `now` (`30m`, `2h`, `3d`). @throws UsageError */
export function timeOption(values: OptionValues, name: string, now: Date): Date | undefined {
  const text = textOption(values, name);
  if (text === undefined) return undefined;
  const [, count, unit] = text.match(/^(\d{1,5})([mhd])$/) ?? [];
  if (count && unit) return new Date(now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]);
  const time = new Date(text);
  if (!Timestamp.or(CalendarDate).safeParse(text).success)
    throw new UsageError(`--${name} must be a timestamp such as 2026-05-01T12:00:00Z, or an age such as 2h`);
  return time;
}

export function formatHelp({ name, summary, about, options }: Command): string[] {
  const shown = Object.entries({ ...options, ...commonOptions }).map(
    ([option, { value, description, isRequired }]) => [
      `--${option}${value ? ` ${value}` : ''}`,
      `${description}${isRequired ? ' (required)' : ''}`,
    ],
  );
  const width = Math.max(...shown.map(([left = '']) => left.length));
  return [
    `Usage: npm run ops -- ${name} [options]`,
    `  ${summary}`,
    '',
    ...about,
    ...(about.length > 0 ? [''] : []),
    ...shown.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`),
  ];
}
