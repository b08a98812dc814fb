import type { JsonObject, PersonFacts, TaskContext } from '../prompt.ts';
import { priorities } from '../prompt.ts';
import { between, day } from './moments.ts';
import type { ActionKind, SignalKind } from './output-schemas.ts';
import { judgeOwner } from './owner.ts';
import { assigneeOf } from './signals/absent-assignee.ts';
import { namedTask, openBlockers } from './signals/blocked-by.ts';
import { similarTasks } from './similarity.ts';
import { nameOf } from './triage.ts';

export interface Action {
  kind: ActionKind;
  title: string;
  patch?: JsonObject;
}

type Propose = (context: TaskContext, found: ReadonlySet<SignalKind>) => Action | null;

/** What could get the task going again, what helps most first. A patch is what its PATCH would take. */
export function actionsFor(context: TaskContext, found: ReadonlySet<SignalKind>): Action[] {
  return proposals.flatMap((propose) => propose(context, found) ?? []);
}

const unblock: Propose = (context, found) => {
  const [first, ...others] = openBlockers(context);
  if (first) {
    const verb = first.is_assigned ? 'Finish' : 'Find somebody for';
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return { kind: 'unblock', title: `${verb} ${namedTask(first)} first${more}` };
  }
  if (!found.has('blocked_status')) return null;
  const wasLinked = context.relations.some(({ kind }) => kind === 'blocked_by' || kind === 'preceded_by');
  return wasLinked
    ? {
        kind: 'unblock',
        title: 'All that it waited for is done: go on with it',
        patch: { status: 'in_progress' },
      }
    : { kind: 'ask', title: 'Write down what it waits for, or link the task that blocks it' };
};

const assign: Propose = (context, found) => {
  if (!found.has('no_assignee') && !found.has('absent_assignee')) return null;
  const { person } = judgeOwner(context, similarTasks(context));
  const patch = person && assignmentTo(person);
  return person && patch
    ? { kind: 'assign', title: `Assign it to ${nameOf(person.name)}`, patch }
    : { kind: 'assign', title: 'Name somebody who takes it on' };
};

function assignmentTo({ employee_id, user_id }: PersonFacts): JsonObject | null {
  if (employee_id !== null) return { assigned_employee_id: employee_id };
  return user_id === null ? null : { assigned_to: user_id };
}

const giveUp: Propose = ({ parent }) =>
  parent?.status === 'cancelled'
    ? {
        kind: 'move',
        title: 'Cancel it as well, as its parent is, or give it another parent',
        patch: { status: 'cancelled' },
      }
    : null;

const askForState: Propose = (context, found) => {
  if (!found.has('silent')) return null;
  const who = assigneeOf(context);
  if (who && !who.is_absent)
    return { kind: 'ask', title: `Ask ${nameOf(who.name)} where it stands and what is missing` };
  if (context.record.status === 'in_progress') {
    return { kind: 'move', title: 'Put it back to do until somebody works on it', patch: { status: 'todo' } };
  }
  return null;
};

const settle: Propose = ({ record }, found) => {
  if (!found.has('status_thrashing')) return null;
  const isLarge = ['l', 'xl', 'xxl'].includes(record.effort) || record.task_type === 'epic';
  return isLarge
    ? { kind: 'split', title: 'Split off the part that is ready, so that the rest can wait' }
    : { kind: 'ask', title: 'Agree with those who moved it on what it takes to be done' };
};

/** Two days from now, at the hour it was due. */
function newDate(now: string, due_at: string): string {
  const days = Math.ceil((between(due_at, now) ?? 0) / day) + 1;
  return new Date(Date.parse(due_at) + days * day).toISOString();
}

const reschedule: Propose = ({ record, now }, found) => {
  if (!found.has('overdue') || record.due_at === null) return null;
  const due_at = newDate(now, record.due_at);
  return {
    kind: 'reschedule',
    title: `Agree on a new date, such as ${due_at.slice(0, 10)}`,
    patch: { due_at },
  };
};

const cutDown: Propose = (_, found) =>
  found.has('postponed')
    ? { kind: 'split', title: 'Decide what of it is still wanted, and drop or split off the rest' }
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
  giveUp,
  assign,
  askForState,
  settle,
  cutDown,
  escalate,
  reschedule,
];
