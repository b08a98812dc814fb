import type { Operator } from '@wfp/areas';

/** An option of a command, as `--help` shows it. */
export interface Option {
  /** What stands for its value, such as `<slug>`; none for a switch. */
  value?: string;
  description: string;
  isRequired?: boolean;
}

/** Options as they were given: text, or true for a switch. */
export type OptionValues = Readonly<Record<string, string | true | undefined>>;

/** What a command has to say. */
export interface Report {
  /** For people. */
  lines: readonly string[];
  /** The same for programs. */
  data: Readonly<Record<string, unknown>>;
  /** Something is not as it should be: the exit code is 1. */
  isWrong?: boolean;
}

/** What a command found, and what it would change: nothing is changed before that is confirmed. */
export interface CommandPlan extends Report {
  change?: {
    /** A question that yes is an answer to. */
    question: string;
    act(): Promise<Report>;
  };
}

/** A command of `npm run ops`. */
export interface Command {
  name: string;
  summary: string;
  /** More about it, for its own `--help`. */
  about: readonly string[];
  options: Readonly<Record<string, Option>>;
  prepare(operator: Operator, given: OptionValues): Promise<CommandPlan>;
}

/** The command was called wrongly: the exit code is 2, and nothing was done. */
export class UsageError extends Error {}

/** It cannot be done, for a reason that somebody can do something about: the exit code is 1. */
export class CommandError extends Error {}
