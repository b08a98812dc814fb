import { ConfigError } from '../config/config.ts';
import type { Job } from './job.ts';

/** What a worker process does. */
export interface WorkerPlan {
  /** Whether it numbers events. */
  hasRelay: boolean;
  lanes: readonly Job[];
  /** The names of it all, as in `--only`. */
  roles: readonly string[];
}

const relayRole = 'relay';

/** The role of a worker that runs a lane. */
export function roleOf({ role, queue }: Job): string {
  return role ?? queue;
}

/**
 * What a worker does that was started with `--only` and these roles, separated by commas; all there is without.
 *
 * @throws ConfigError that names the roles there are, for one that is none of them
 */
export function planWork(lanes: readonly Job[], only?: string): WorkerPlan {
  const all = [relayRole, ...new Set(lanes.map(roleOf))].sort();
  const roles = only === undefined ? all : [...new Set(only.split(',').map((one) => one.trim()))].sort();
  const unknown = roles.filter((one) => !all.includes(one));
  if (unknown.length > 0) {
    const wrong = unknown.map((one) => `"${one}"`).join(', ');
    throw new ConfigError([`--only: there is no role ${wrong}. A worker can be: ${all.join(', ')}`]);
  }
  return {
    hasRelay: roles.includes(relayRole),
    lanes: lanes.filter((one) => roles.includes(roleOf(one))),
    roles,
  };
}
