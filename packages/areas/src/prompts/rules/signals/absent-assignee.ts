import type { PersonFacts, TaskContext } from '../../prompt.ts';
import { between, day } from '../moments.ts';
import type { Judge } from './signal.ts';

export function assigneeOf({ record, people }: TaskContext): PersonFacts | undefined {
  return people.find(
    ({ employee_id, user_id }) =>
      (employee_id !== null && employee_id === record.assigned_employee_id) ||
      (user_id !== null && user_id === record.assigned_to),
  );
}

/** What is due within a week cannot wait for somebody who is away. */
const near = 7 * day;

export const absentAssignee: Judge = (context) => {
  const assignee = assigneeOf(context);
  if (!assignee?.is_absent) return null;
  const { record, now } = context;
  const left = between(now, record.due_at);
  const isPressing =
    record.priority === 'urgent' || record.priority === 'high' || (left !== null && left < near);
  const weight = isPressing || record.status !== 'todo' ? 1 : 0.4;
  return {
    kind: 'absent_assignee',
    detail: `${assignee.name.slice(0, 100).toWellFormed()}, who it is assigned to, is away`,
    weight,
  };
};
