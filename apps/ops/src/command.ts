import type { Operator } from '@wfp/areas';

/** An option of a command, as `--help` shows it. */
export interface Option {
  /** Placeholder of the value, such as `<slug>`; none for a flag. */
  value?: string;
  description: string;
  isRequired?: boolean;
}

/** Parsed options: a string, or true for a flag. */
export type OptionValues = Readonly<Record<string, string | true | undefined>>;

/** The result of a command. */
export interface Report {
  lines: readonly string[];
  /** The result as JSON, for `--json`. */
  data: Readonly<Record<string, unknown>>;
  /** True if a problem was found: the exit code is 1. */
  hasProblems?: boolean;
}

/** The findings of a command, and the change that it makes after confirmation. */
export interface CommandPlan extends Report {
  change?: {
    /** The yes/no question to confirm. */
    question: string;
    apply(): Promise<Report>;
  };
}

/** A command of `npm run ops`. */
export interface Command {
  name: string;
  summary: string;
  /** Details for `--help`. */
  about: readonly string[];
  options: Readonly<Record<string, Option>>;
  prepare(operator: Operator, values: OptionValues): Promise<CommandPlan>;
}

/** Wrong usage: exit code 2, nothing was changed. */
export class UsageError extends Error {}

/** The command cannot run for a reason that the operator can fix: exit code 1. */
export class CommandError extends Error {}
