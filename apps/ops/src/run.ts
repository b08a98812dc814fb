import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { areas, type Operator } from '@wfp/areas';
import { AppError, createLogger, startPlatform } from '@wfp/shared';
import { type Config, ConfigError } from '@wfp/shared/config';
import { formatHelp, parseOptions, textOption } from './arguments.ts';
import {
  type Command,
  CommandError,
  type CommandPlan,
  type OptionValues,
  type Report,
  UsageError,
} from './command.ts';
import { commands } from './commands.ts';
import { Progress } from './progress.ts';

/** The environment of a command: configuration, output and prompt. */
export interface Terminal {
  /** The configuration of the service. @throws ConfigError */
  config(): Config;
  /** Standard output and standard error, a line at a time. */
  out(line: string): void;
  err(line: string): void;
  /** Prompts the user; null if there is no terminal. */
  ask: ((question: string) => Promise<string>) | null;
}

/** 0: done. 1: problems found, or failed. 2: wrong usage. 3: not confirmed, nothing was changed. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Runs `npm run ops -- <args>`. */
export async function runOps(args: readonly string[], { out, err, ...given }: Terminal): Promise<ExitCode> {
  const terminal: Terminal = {
    ...given,
    out: (line) => out(printable(line)),
    err: (line) => err(printable(line)),
  };
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    for (const line of overview()) terminal.out(line);
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    terminal.err(`ops: unknown command ${name}; see npm run ops -- --help`);
    return 2;
  }
  try {
    const values = parseOptions(command, rest);
    if (values.help) {
      for (const line of formatHelp(command)) terminal.out(line);
      return 0;
    }
    return await runCommand(command, values, terminal);
  } catch (error) {
    for (const line of explainError(error, command)) terminal.err(`ops: ${line}`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

/** Control and direction characters, which could change what a terminal shows: organizations choose some of the texts. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A line with escapes, as in JSON, for characters that a terminal would interpret. */
const printable = (line: string): string =>
  line.replace(unprintable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

function overview(): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: npm run ops -- <command> [options]      (with the environment of the service)',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'See <command> --help. Commands that change something ask for confirmation; --dry-run changes nothing.',
    'Exit codes: 0 done, 1 problems found or failed, 2 wrong usage, 3 not confirmed.',
  ];
}

async function runCommand(command: Command, values: OptionValues, terminal: Terminal): Promise<ExitCode> {
  // No replica: commands read back their own changes, and checks compare successive reads.
  const config = { ...terminal.config(), DATABASE_REPLICA_URL: '' };
  const platform = startPlatform({ config, log: createLogger('ops', 'silent'), areas });
  const progress = new Progress(terminal.err);
  try {
    const operator: Operator = {
      platform,
      name: textOption(values, 'as') || accountName(),
      run_id: `ops-${randomUUID()}`,
      command: command.name,
      progress: (line) => progress.report(line),
    };
    const plan = await command.prepare(operator, values);
    const isDryRun = values['dry-run'] === true;
    if (!plan.change || isDryRun) return printReport(command, plan, values, terminal);
    if (!(await isConfirmed(plan, values, terminal))) return 3;
    return printReport(command, await plan.change.apply(), values, terminal);
  } finally {
    await platform.close();
  }
}

function printReport(command: Command, report: Report, values: OptionValues, { out }: Terminal): ExitCode {
  const hasProblems = report.hasProblems ?? false;
  if (values.json) {
    const header = { command: command.name, dry_run: values['dry-run'] === true, ok: !hasProblems };
    out(JSON.stringify({ ...header, ...report.data }));
  } else {
    for (const line of report.lines) out(line);
  }
  return hasProblems ? 1 : 0;
}

async function isConfirmed(plan: CommandPlan, values: OptionValues, terminal: Terminal): Promise<boolean> {
  if (values.yes || !plan.change) return true;
  for (const line of plan.lines) terminal.err(line);
  if (!terminal.ask) {
    terminal.err(
      'ops: not confirmed, nothing was changed: no terminal; use --yes to confirm or --dry-run to preview',
    );
    return false;
  }
  const answer = await terminal.ask(`${plan.change.question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  terminal.err('ops: not confirmed, nothing was changed');
  return false;
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** Formats an error, with the next step if there is one. */
function explainError(error: unknown, command: Command): string[] {
  if (error instanceof UsageError) return [error.message, `see npm run ops -- ${command.name} --help`];
  if (error instanceof ConfigError)
    return [...error.message.split('\n'), 'run it with the environment of the service'];
  if (error instanceof AppError) {
    const fields = Object.entries(error.details?.fieldErrors ?? {});
    const errors = fields.map(([field, messages]) => `${field}: ${messages.join('; ')}`);
    return errors.length > 0 ? errors : [error.message, ...explainCause(error)];
  }
  if (error instanceof CommandError) return error.message.split('\n');
  return [error instanceof Error ? error.message : String(error), ...explainCause(error)];
}

function explainCause(error: unknown): string[] {
  const all = [error, (error as Error).cause, ((error as Error).cause as Error | undefined)?.cause];
  const isUnreachable = all.some((one) =>
    ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000'].includes(
      String((one as { code?: string } | undefined)?.code),
    ),
  );
  return isUnreachable
    ? [
        'Cannot connect to PostgreSQL at DATABASE_URL: is it running, and are address, password and database correct?',
      ]
    : [];
}
