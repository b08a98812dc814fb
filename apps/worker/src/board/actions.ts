/** What a request to the dashboard would change. */
export interface Action {
  action: string;
  queue: string | null;
  job: string | null;
}

type Part = 'queue' | 'job' | 'state';

/**
 * All that operators may change, by the dashboard's own paths. Jobs only say where something is due, so those that are
 * removed come back as long as it is. To add jobs, to change what they hold or how many run is not offered.
 */
const allowedActions: [path: string, action: string][] = [
  ['pause', 'pause all queues'],
  ['resume', 'resume all queues'],
  [':queue/pause', 'pause'],
  [':queue/resume', 'resume'],
  [':queue/promote', 'promote all'],
  [':queue/empty', 'empty'],
  [':queue/retry/:state', 'retry all'],
  [':queue/clean/:state', 'clean all'],
  [':queue/:job/retry', 'retry'],
  [':queue/:job/promote', 'promote'],
  [':queue/:job/clean', 'clean'],
];

const patterns = allowedActions.map(([path, action]) => ({
  action,
  pattern: new RegExp(`^/queues/api/queues/${path.replace(/:(\w+)/g, '(?<$1>[\\w:.%-]+)')}$`),
}));

/** The action that a request is for; null for one that is not offered. */
export function parseAction(method: string | undefined, path: string): Action | null {
  if (method !== 'PUT') return null;
  for (const { action, pattern } of patterns) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { queue, job, state }: Partial<Record<Part, string>> = match.groups ?? {};
    return { action: state ? `${action} ${state}` : action, queue: queue ?? null, job: job ?? null };
  }
  return null;
}
