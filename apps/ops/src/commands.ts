import type { Command } from './command.ts';
import { check } from './commands/check.ts';
import { createOrg } from './commands/create-org.ts';
import { outbox } from './commands/outbox.ts';
import { replay } from './commands/replay.ts';
import { resetPassword } from './commands/reset-password.ts';
import { retryFailed } from './commands/retry-failed.ts';
import { rotateKeys } from './commands/rotate-keys.ts';

/** All commands, in the order of `--help`. */
export const commands: readonly Command[] = [
  createOrg,
  resetPassword,
  retryFailed,
  replay,
  outbox,
  rotateKeys,
  check,
];
