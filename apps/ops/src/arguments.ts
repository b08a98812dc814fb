import { parseArgs } from 'node:util';
import { type Command, type Given, type Option, UsageError } from './command.ts';

/** Options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  'dry-run': { says: 'say what would be done, and do nothing' },
  yes: { says: 'do not ask; needed where there is no terminal' },
  json: { says: 'answer with one JSON object' },
  as: { value: '<name>', says: 'who you are, for the audit log; your account on this machine when left out' },
  help: { says: 'show this' },
};

/** @throws UsageError for an option that there is not, without its value, or missing */
export function parseOptions(command: Command, args: readonly string[]): Given {
  const all = { ...command.options, ...commonOptions };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  let given: Given;
  try {
    given = parseArgs({ args: [...args], options, allowPositionals: false }).values as Given;
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
export function textOf(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === 'string' ? value.trim() : undefined;
}

/** @throws UsageError when it is no id */
export function idOf(given: Given, name: string): number | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError(`--${name} is the number of a record, not ${text}`);
  return Number(text);
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment: in ISO 8601, or so long ago as `30m`, `2h`, `3d`. @throws UsageError */
export function momentOf(given: Given, name: string, now: Date): Date | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const [, count, unit] = text.match(/^(\d{1,5})([mhd])$/) ?? [];
  if (count && unit) return new Date(now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]);
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(moment.getTime()))
    throw new UsageError(`--${name} is a moment such as 2026-05-01T12:00:00Z, or 2h for two hours ago`);
  return moment;
}

/** What `--help` of a command says. */
export function helpOf({ name, summary, about, options }: Command): string[] {
  const shown = Object.entries({ ...options, ...commonOptions }).map(
    ([option, { value, says, isRequired }]) => [
      `--${option}${value ? ` ${value}` : ''}`,
      `${says}${isRequired ? ' (required)' : ''}`,
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
