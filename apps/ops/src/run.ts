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

/** What a command has of the machine. */
export interface Terminal {
  /** The configuration of the service. @throws ConfigError */
  config(): Config;
  /** Standard output and standard error, a line at a time. */
  out(line: string): void;
  err(line: string): void;
  /** Asks whoever sits at the terminal; null where nobody does. */
  ask: ((question: string) => Promise<string>) | null;
}

/** 0: done. 1: something is wrong, or could not be done. 2: called wrongly. 3: not confirmed, nothing done. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Runs `npm run ops -- <args>`. */
export async function runOps(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === 'help') {
    for (const line of overview()) terminal.out(line);
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    terminal.err(`ops: there is no command ${name}; npm run ops -- --help names them`);
    return 2;
  }
  try {
    const given = parseOptions(command, rest);
    if (given.help) {
      for (const line of formatHelp(command)) terminal.out(line);
      return 0;
    }
    return await runCommand(command, given, terminal);
  } catch (error) {
    for (const line of explainError(error, command)) terminal.err(`ops: ${line}`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

function overview(): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'npm run ops -- <command> [options]      with the environment of the service',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Each explains itself with --help. Those that change something ask before they do; --dry-run only looks.',
    'Exit codes: 0 done, 1 something is wrong or could not be done, 2 called wrongly, 3 not confirmed.',
  ];
}

async function runCommand(command: Command, given: OptionValues, terminal: Terminal): Promise<ExitCode> {
  // What was just changed is looked at again, and checks compare what was read one after the other: no replica.
  const config = { ...terminal.config(), DATABASE_REPLICA_URL: '' };
  const platform = startPlatform({ config, log: createLogger('ops', 'silent'), areas });
  const progress = new Progress(terminal.err);
  try {
    const operator: Operator = {
      platform,
      name: textOption(given, 'as') || accountName(),
      run_id: `ops-${randomUUID()}`,
      command: command.name,
      progress: (line) => progress.report(line),
    };
    const prepared = await command.prepare(operator, given);
    const isDryRun = given['dry-run'] === true;
    if (!prepared.change || isDryRun) return printReport(command, prepared, given, terminal);
    if (!(await isConfirmed(prepared, given, terminal))) return 3;
    return printReport(command, await prepared.change.act(), given, terminal);
  } finally {
    await platform.close();
  }
}

function printReport(command: Command, report: Report, given: OptionValues, { out }: Terminal): ExitCode {
  const isWrong = report.isWrong ?? false;
  if (given.json) {
    const facts = { command: command.name, dry_run: given['dry-run'] === true, ok: !isWrong };
    out(JSON.stringify({ ...facts, ...report.data }));
  } else {
    for (const line of report.lines) out(line);
  }
  return isWrong ? 1 : 0;
}

async function isConfirmed(prepared: CommandPlan, given: OptionValues, terminal: Terminal): Promise<boolean> {
  if (given.yes || !prepared.change) return true;
  for (const line of prepared.lines) terminal.err(line);
  if (!terminal.ask) {
    terminal.err(
      'ops: nothing was done: there is no terminal to ask at; --yes confirms, --dry-run only looks',
    );
    return false;
  }
  const answer = await terminal.ask(`${prepared.change.question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  terminal.err('ops: nothing was done');
  return false;
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** What went wrong, and what to do next. */
function explainError(error: unknown, command: Command): string[] {
  if (error instanceof UsageError)
    return [error.message, `npm run ops -- ${command.name} --help explains it`];
  if (error instanceof ConfigError)
    return [...error.message.split('\n'), 'run it with the environment that the service has'];
  if (error instanceof AppError) {
    const fields = Object.entries(error.details?.fieldErrors ?? {});
    const faults = fields.map(([field, messages]) => `${field}: ${messages.join('; ')}`);
    return faults.length > 0 ? faults : [error.message, ...explainCause(error)];
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
    ? ['PostgreSQL does not answer at DATABASE_URL: is it running, and is the address right?']
    : [];
}
