import { ConfigError } from '../config/config.ts';
import type { Job } from './job.ts';

export interface WorkerPlan {
  /** True if it runs the relay. */
  hasRelay: boolean;
  lanes: readonly Job[];
  /** The names of the roles, as accepted by `--only`. */
  roles: readonly string[];
}

const relayRole = 'relay';

export function roleOf({ role, queue }: Job): string {
  return role ?? queue;
}

/**
 * Parses `--only`: roles separated by commas; all roles if omitted.
 *
 * @throws ConfigError naming unknown and existing roles
 */
export function planWork(lanes: readonly Job[], only?: string): WorkerPlan {
  const all = [relayRole, ...new Set(lanes.map(roleOf))].sort();
  const roles = only === undefined ? all : [...new Set(only.split(',').map((one) => one.trim()))].sort();
  const unknown = roles.filter((one) => !all.includes(one));
  if (unknown.length > 0) {
    const wrong = unknown.map((one) => `"${one}"`).join(', ');
    throw new ConfigError([`--only: unknown role ${wrong}; must be one of: ${all.join(', ')}`]);
  }
  return {
    hasRelay: roles.includes(relayRole),
    lanes: lanes.filter((one) => roles.includes(roleOf(one))),
    roles,
  };
}
