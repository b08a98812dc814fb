import { type JsonObject, type PersonFacts, priorities, type TaskContext } from '../context.ts';
import { shortName, shortTask } from '../mentions.ts';
import type { ActionKind, SignalKind } from '../output-schemas.ts';
import { dayMs, millisecondsBetween } from '../times.ts';
import { suggestOwner } from '../triage/owner.ts';
import { compareTasks, rankSimilar } from '../triage/similarity.ts';
import { listOpenBlockers } from './linked-tasks.ts';
import { findAssignee } from './own-state.ts';

export interface Action {
  kind: ActionKind;
  title: string;
  /** A valid PATCH of the task. */
  patch?: JsonObject;
}

type Propose = (context: TaskContext, found: ReadonlySet<SignalKind>) => Action | null;

/** Actions that could unblock the task, the most useful first. */
export function proposeActions(context: TaskContext, found: ReadonlySet<SignalKind>): Action[] {
  return proposals.flatMap((propose) => propose(context, found) ?? []);
}

const unblock: Propose = (context, found) => {
  const [first, ...others] = listOpenBlockers(context);
  if (first) {
    const verb = first.is_assigned ? 'Finish' : 'Assign';
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return { kind: 'unblock', title: `${verb} ${shortTask(first)} first${more}` };
  }
  if (!found.has('blocked_status')) return null;
  const wasLinked = context.relations.some(({ kind }) => kind === 'blocked_by' || kind === 'preceded_by');
  return wasLinked
    ? {
        kind: 'unblock',
        title: 'Continue: everything it waited for is done',
        patch: { status: 'in_progress' },
      }
    : { kind: 'ask', title: 'Note what it waits for, or link the task that blocks it' };
};

const assign: Propose = (context, found) => {
  if (!found.has('no_assignee') && !found.has('absent_assignee')) return null;
  const { record } = context;
  const { person } = suggestOwner(context, rankSimilar(record, record.label, compareTasks(context)));
  const patch = person && assignmentTo(person);
  return person && patch
    ? { kind: 'assign', title: `Assign it to ${shortName(person.name)}`, patch }
    : { kind: 'assign', title: 'Find an assignee' };
};

function assignmentTo({ employee_id, user_id }: PersonFacts): JsonObject | null {
  if (employee_id !== null) return { assigned_employee_id: employee_id };
  return user_id === null ? null : { assigned_to: user_id };
}

const cancel: Propose = ({ parent }) =>
  parent?.status === 'cancelled'
    ? {
        kind: 'move',
        title: 'Cancel it like its parent, or move it to another parent',
        patch: { status: 'cancelled' },
      }
    : null;

const askForState: Propose = (context, found) => {
  if (!found.has('silent')) return null;
  const who = findAssignee(context);
  if (who && !who.is_absent)
    return { kind: 'ask', title: `Ask ${shortName(who.name)} for its state and what is missing` };
  if (context.record.status === 'in_progress') {
    return { kind: 'move', title: 'Move it back to todo until work continues', patch: { status: 'todo' } };
  }
  return null;
};

const stopThrashing: Propose = ({ record }, found) => {
  if (!found.has('status_thrashing')) return null;
  const isLarge = ['l', 'xl', 'xxl'].includes(record.effort) || record.task_type === 'epic';
  return isLarge
    ? { kind: 'split', title: 'Split off the part that is ready, so that the rest can wait' }
    : { kind: 'ask', title: 'Agree on when it counts as done with those who changed its status' };
};

/** Tomorrow or the day after, at the original time of day. */
function nextDueDate(now: string, due_at: string): string {
  const days = Math.ceil((millisecondsBetween(due_at, now) ?? 0) / dayMs) + 1;
  return new Date(Date.parse(due_at) + days * dayMs).toISOString();
}

const reschedule: Propose = ({ record, now }, found) => {
  if (!found.has('overdue') || record.due_at === null) return null;
  const due_at = nextDueDate(now, record.due_at);
  return {
    kind: 'reschedule',
    title: `Agree on a new date, such as ${due_at.slice(0, 10)}`,
    patch: { due_at },
  };
};

const reduceScope: Propose = (_, found) =>
  found.has('postponed')
    ? { kind: 'split', title: 'Decide which part is still needed, and drop or split off the rest' }
    : null;

const escalate: Propose = ({ record }, found) => {
  const isPressing =
    found.has('overdue') ||
    (found.has('due_soon') && (found.has('blocked_by') || record.status === 'blocked'));
  const higher = priorities[priorities.indexOf(record.priority) + 1];
  if (!isPressing || higher === undefined) return null;
  return { kind: 'escalate', title: `Raise its priority to ${higher}`, patch: { priority: higher } };
};

const proposals: readonly Propose[] = [
  unblock,
  cancel,
  assign,
  askForState,
  stopThrashing,
  reduceScope,
  escalate,
  reschedule,
];
