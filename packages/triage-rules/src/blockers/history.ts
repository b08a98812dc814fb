import type { HistoryEntry, TaskContext } from '../context.ts';
import { dayMs, durationText, millisecondsBetween } from '../times.ts';
import type { SignalCheck } from './own-state.ts';

interface StatusMove {
  from: string;
  to: string;
  at: string;
}

/** Returns status changes, oldest first. A change contained in several events is returned once. */
function statusMoves(history: readonly HistoryEntry[]): StatusMove[] {
  const moves = history.flatMap(({ changes, occurred_at }): StatusMove[] => {
    const [from, to] = changes['status'] ?? [];
    return typeof from === 'string' && typeof to === 'string' && from !== to
      ? [{ from, to, at: occurred_at }]
      : [];
  });
  return moves.filter((move, index) => {
    const before = moves[index - 1];
    return before?.at !== move.at || before.from !== move.from || before.to !== move.to;
  });
}

/** A task blocked for less than a day may just be waiting for a reply. */
export const blockedStatus: SignalCheck = ({ record, history, now }) => {
  if (record.status !== 'blocked') return null;
  const since = statusMoves(history).findLast(({ to }) => to === 'blocked')?.at ?? record.created_at;
  const length = millisecondsBetween(since, now) ?? 0;
  return {
    kind: 'blocked_status',
    detail: `It has been blocked for ${durationText(length)}`,
    weight: length >= dayMs ? 1 : 0.6,
  };
};

/** Periods and the number of returns to an earlier status that counts as thrashing. From or to `reviewing` counts half. */
const thrashingWindows = [
  { length: 14 * dayMs, min: 2.5 },
  { length: 3 * dayMs, min: 2 },
] as const;

export const statusThrashing: SignalCheck = ({ history, now }) => {
  const moves = statusMoves(history);
  for (const { length, min } of thrashingWindows) {
    const recent = moves.filter(
      ({ at }) => (millisecondsBetween(at, now) ?? Number.POSITIVE_INFINITY) <= length,
    );
    const returns = listReturns(recent);
    const weight = returns.reduce((sum, move) => sum + (isReview(move) ? 0.5 : 1), 0);
    if (weight >= min) {
      return { kind: 'status_thrashing', detail: thrashingDetail(recent, returns.length, now), weight: 1 };
    }
  }
  return null;
};

function listReturns(moves: readonly StatusMove[]): StatusMove[] {
  const left = new Set<string>();
  return moves.filter(({ from, to }) => {
    left.add(from);
    return left.has(to);
  });
}

const isReview = ({ from, to }: StatusMove) => from === 'reviewing' || to === 'reviewing';

const maxShown = 8;

function thrashingDetail(moves: readonly StatusMove[], returns: number, now: string): string {
  const [first] = moves;
  const path = [first?.from, ...moves.map(({ to }) => to)];
  const shown = path.length > maxShown ? ['…', ...path.slice(-maxShown)] : path;
  const within = durationText(millisecondsBetween(first?.at ?? now, now) ?? 0);
  return `Its status changed ${moves.length} times within ${within} and went back ${returns} times: ${shown.join(' → ')}`;
}

const minPostponements = 3;
const postponementWindowMs = 60 * dayMs;

export const postponed: SignalCheck = ({ history, now }) => {
  const times = history.filter(({ changes, occurred_at }) => {
    const [before, after] = changes['due_at'] ?? [];
    const isLater =
      typeof before === 'string' &&
      typeof after === 'string' &&
      (millisecondsBetween(before, after) ?? 0) > 0;
    return (
      isLater && (millisecondsBetween(occurred_at, now) ?? Number.POSITIVE_INFINITY) <= postponementWindowMs
    );
  }).length;
  if (times < minPostponements) return null;
  return { kind: 'postponed', detail: `Its due date was postponed ${times} times in 60 days`, weight: 1 };
};

/** The maximum number of days without activity, for a task that was started and for one in `todo`; null: unlimited. */
const maxSilentDays = {
  urgent: { begun: 2, waiting: 3 },
  high: { begun: 4, waiting: 10 },
  medium: { begun: 7, waiting: null },
  low: { begun: 14, waiting: null },
} as const;

const signsOfWork = [
  ...['status', 'description', 'title', 'effort'],
  ...['assigned_employee_id', 'assigned_team_id', 'assigned_to'],
];

/** The fields whose changes the checks of this file read. */
export const historyFields: readonly string[] = [...signsOfWork, 'due_at'];

/** A change of a label, tag or date is not activity. */
function isSignOfWork({ event_type, changes }: HistoryEntry): boolean {
  if (event_type.startsWith('task.comment.') || event_type === 'task.post_create') return true;
  return signsOfWork.some((field) => field in changes);
}

function lastSignOfWork({ record, history }: TaskContext): string {
  return history.findLast(isSignOfWork)?.occurred_at ?? record.created_at;
}

export const silent: SignalCheck = (context) => {
  const { record, now } = context;
  const { begun, waiting } = maxSilentDays[record.priority];
  const limit = record.status === 'todo' ? waiting : begun;
  if (limit === null) return null;
  const length = millisecondsBetween(lastSignOfWork(context), now) ?? 0;
  if (length < limit * dayMs) return null;
  return { kind: 'silent', detail: `No sign of work on it for ${durationText(length)}`, weight: 1 };
};
