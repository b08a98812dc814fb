import type { Command } from './command.ts';
import { check } from './commands/check.ts';
import { createOrg } from './commands/create-org.ts';
import { outbox } from './commands/outbox.ts';
import { replay } from './commands/replay.ts';
import { resetPassword } from './commands/reset-password.ts';
import { resumeOrg } from './commands/resume-org.ts';
import { retryFailed } from './commands/retry-failed.ts';
import { rotateKeys } from './commands/rotate-keys.ts';
import { setPlan } from './commands/set-plan.ts';
import { suspendOrg } from './commands/suspend-org.ts';

/** All commands, in the order of `--help`. */
export const commands: readonly Command[] = [
  createOrg,
  setPlan,
  suspendOrg,
  resumeOrg,
  resetPassword,
  retryFailed,
  replay,
  outbox,
  rotateKeys,
  check,
];
