import type { PersonFacts, TaskContext } from '../context.ts';
import { shortName } from '../mentions.ts';
import type { SignalKind } from '../output-schemas.ts';
import { dayMs, durationText, millisecondsBetween } from '../times.ts';

/** A reason why a task may not make progress. */
export interface Signal {
  kind: SignalKind;
  detail: string;
  /** A task is stalled if the weights of its signals sum to at least 1. */
  weight: number;
}

/** Examines an unfinished task for one signal. */
export type SignalCheck = (context: TaskContext) => Signal | null;

/** A task in progress or review that is less than a day late is not stalled by this signal alone. */
export const overdue: SignalCheck = ({ record, now }) => {
  const late = millisecondsBetween(record.due_at, now);
  if (late === null || late <= 0) return null;
  const isMoving = record.status === 'in_progress' || record.status === 'reviewing';
  const weight = late >= dayMs || !isMoving ? 1 : 0.5;
  return { kind: 'overdue', detail: `It was due ${durationText(late)} ago`, weight };
};

const dueSoonMs = 2 * dayMs;

export const dueSoon: SignalCheck = ({ record, now }) => {
  const left = millisecondsBetween(now, record.due_at);
  if (left === null || left < 0 || left > dueSoonMs) return null;
  const isWaiting = record.status === 'todo' || record.status === 'blocked';
  const state = isWaiting ? ` and is ${record.status === 'todo' ? 'not started' : 'blocked'}` : '';
  return {
    kind: 'due_soon',
    detail: `It is due in ${durationText(left)}${state}`,
    weight: isWaiting ? 0.6 : 0.1,
  };
};

const isImportant = ({ priority }: TaskContext['record']) => priority === 'urgent' || priority === 'high';

/** Age from which a missing assignee weighs more, unless the priority is low. */
const assignmentGraceMs = 14 * dayMs;

export const noAssignee: SignalCheck = ({ record, now }) => {
  const isAssigned = [record.assigned_employee_id, record.assigned_team_id, record.assigned_to].some(
    (id) => id !== null,
  );
  if (isAssigned) return null;
  if (record.status !== 'todo') {
    return { kind: 'no_assignee', detail: `It is ${record.status} and has no assignee`, weight: 1 };
  }
  const age = millisecondsBetween(record.created_at, now) ?? 0;
  const left = millisecondsBetween(now, record.due_at);
  const isPressing = isImportant(record) || (left !== null && left <= dueSoonMs);
  const isOld = record.priority !== 'low' && age >= assignmentGraceMs;
  return {
    kind: 'no_assignee',
    detail: isImportant(record)
      ? `It has no assignee, and its priority is ${record.priority}`
      : 'It has no assignee',
    weight: isPressing && age >= dayMs ? 1 : isOld ? 0.4 : 0.2,
  };
};

export function findAssignee({ record, people }: TaskContext): PersonFacts | undefined {
  return people.find(
    ({ employee_id, user_id }) =>
      (employee_id !== null && employee_id === record.assigned_employee_id) ||
      (user_id !== null && user_id === record.assigned_to),
  );
}

/** A task due this soon cannot wait for an absent assignee. */
const nearDueMs = 7 * dayMs;

export const absentAssignee: SignalCheck = (context) => {
  const assignee = findAssignee(context);
  if (!assignee?.is_absent) return null;
  const { record, now } = context;
  const left = millisecondsBetween(now, record.due_at);
  const isPressing = isImportant(record) || (left !== null && left < nearDueMs);
  return {
    kind: 'absent_assignee',
    detail: `Its assignee ${shortName(assignee.name)} is away`,
    weight: isPressing || record.status !== 'todo' ? 1 : 0.4,
  };
};
