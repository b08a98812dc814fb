import { between, day } from '../moments.ts';
import type { Judge } from './signal.ts';

/** A task that has just been written down may wait a while for its owner. */
const graceful = 14 * day;

export const noAssignee: Judge = ({ record, now }) => {
  const isAssigned = [record.assigned_employee_id, record.assigned_team_id, record.assigned_to].some(
    (id) => id !== null,
  );
  if (isAssigned) return null;
  if (record.status !== 'todo') {
    return { kind: 'no_assignee', detail: `It is ${record.status} and nobody is assigned`, weight: 1 };
  }
  const isImportant = record.priority === 'urgent' || record.priority === 'high';
  const age = between(record.created_at, now) ?? 0;
  const left = between(now, record.due_at);
  const isPressing = isImportant || (left !== null && left <= 2 * day);
  const weight = isPressing && age >= day ? 1 : record.priority !== 'low' && age >= graceful ? 0.4 : 0.2;
  return {
    kind: 'no_assignee',
    detail: isImportant ? `Nobody is assigned, and its priority is ${record.priority}` : 'Nobody is assigned',
    weight,
  };
};
