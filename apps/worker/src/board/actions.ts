/** A change requested in the dashboard. */
export interface Action {
  action: string;
  queue: string | null;
  job: string | null;
}

type Part = 'queue' | 'job' | 'state';

/**
 * Allowed changes, by the dashboard's paths. Removing a job is safe: it is enqueued again while its backlog has due rows.
 * Adding jobs, editing their payload and changing the concurrency are not allowed.
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

/** Returns the action of a request, or null if it is not allowed. */
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
