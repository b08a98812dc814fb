import type { AccessModel } from './access/access-model.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/connections/database.ts';
import type { Replica } from './db/connections/replica.ts';
import type { Logger } from './log/logger.ts';
import type { Metrics } from './metrics/metrics.ts';

/** Parameters of argon2id for new password hashes; a stored hash keeps its own. */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** OWASP's parameters for argon2id with one lane: 19 MiB, two passes. */
export const defaultPasswordCost: PasswordCost = { memoryKib: 19_456, passes: 2 };

export interface Platform {
  readonly config: Config;
  readonly database: Database;
  /** The read replica for lists; null if none is configured. */
  readonly replica: Replica | null;
  readonly access: AccessModel;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly passwordCost: PasswordCost;
  /** Notifies the relay of a commit, best effort. Never fails and never waits. */
  wakeRelay(): void;
  /** Starts work that the response does not wait for; `close` waits for it. A failure is logged with the message. */
  runInBackground(work: () => Promise<void>, failureMessage: string): void;
}
