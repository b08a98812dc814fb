import type { TaskContext, TaskFacts } from '../context.ts';

type Changes = Partial<Omit<TaskContext, 'record'>> & { record?: Partial<TaskFacts> };

const task: TaskFacts = {
  id: 7,
  title: 'Order desks',
  description: '',
  status: 'todo',
  priority: 'medium',
  label: null,
  category_code: 'general',
  effort: 'm',
  task_type: 'task',
  assigned_employee_id: null,
  assigned_team_id: null,
  assigned_to: null,
  due_at: null,
  created_at: '2026-03-01T09:00:00.000Z',
};

/** The context of an ordinary task, with changes. */
export function taskContext({ record, ...changes }: Changes = {}): TaskContext {
  return {
    now: '2026-03-02T09:00:00.000Z',
    record: { ...task, ...record },
    parent: null,
    relations: [],
    history: [
      {
        event_type: 'task.post_create',
        occurred_at: '2026-03-01T09:00:00.000Z',
        changes: { title: [null, 'Order desks'] },
      },
    ],
    organization: {
      labels: [{ name: 'office' }],
      categories: [{ code: 'general', name: 'General' }],
    },
    people: [
      {
        user_id: 5,
        employee_id: 6,
        name: 'Ada Miller',
        position: 'Office manager',
        open_tasks: 1,
        is_absent: false,
      },
    ],
    similar: [
      {
        id: 4,
        title: 'Order chairs',
        priority: 'low',
        label: 'office',
        category_code: 'general',
        done_by_user_id: 5,
        done_by_employee_id: null,
        completed_at: '2026-02-01T09:00:00.000Z',
      },
    ],
    ...changes,
  };
}
