import type { HistoryEntry, TaskContext } from '../../prompt.ts';
import { between, day, lengthOf } from '../moments.ts';
import type { Judge } from './signal.ts';

/** Days without a sign of work that are too many: of a task under way, and of one that nobody began. */
const limits = {
  urgent: { begun: 2, waiting: 3 },
  high: { begun: 4, waiting: 10 },
  medium: { begun: 7, waiting: null },
  low: { begun: 14, waiting: null },
} as const;

const fieldsOfWork = ['status', 'description', 'title', 'effort'];
const assignments = ['assigned_employee_id', 'assigned_team_id', 'assigned_to'];

/** The last moment at which somebody worked on it: another label, tag or date is none. */
function lastSignOfWork({ record, history }: TaskContext): string {
  const sign = history.findLast(isSignOfWork)?.occurred_at;
  return sign ?? record.created_at;
}

function isSignOfWork({ event_type, changes }: HistoryEntry): boolean {
  if (event_type.startsWith('task.comment.') || event_type === 'task.post_create') return true;
  return [...fieldsOfWork, ...assignments].some((field) => field in changes);
}

export const silent: Judge = (context) => {
  const { record, now } = context;
  const { begun, waiting } = limits[record.priority];
  const limit = record.status === 'todo' ? waiting : begun;
  if (limit === null) return null;
  const length = between(lastSignOfWork(context), now) ?? 0;
  if (length < limit * day) return null;
  return { kind: 'silent', detail: `No sign of work on it for ${lengthOf(length)}`, weight: 1 };
};
