import type { TaskContext, TaskFacts } from '../prompt.ts';

type Over = Partial<Omit<TaskContext, 'record'>> & { record?: Partial<TaskFacts> };

export function taskContext({ record, ...over }: Over = {}): TaskContext {
  return {
    now: '2026-03-02T09:00:00.000Z',
    record: { ...task, ...record },
    parent: { id: 3, title: 'Move to Hamburg', status: 'in_progress', due_at: null, is_assigned: true },
    relations: [
      {
        kind: 'blocked_by',
        task: { id: 9, title: 'Sign the lease', status: 'todo', due_at: null, is_assigned: false },
      },
    ],
    history: [
      {
        event_type: 'task.post_create',
        occurred_at: '2026-03-01T09:00:00.000Z',
        actor_id: 5,
        changes: { title: [null, 'Order desks'] },
      },
    ],
    organization: {
      name: 'Northwind',
      labels: [{ name: 'office', uses: 4 }],
      categories: [{ code: 'general', name: 'General' }],
    },
    people: [
      {
        user_id: 5,
        employee_id: 6,
        name: 'Ada Miller',
        position: 'Office manager',
        team_ids: [2],
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
    ...over,
  };
}

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
  parent_task_id: 3,
  initiative_id: null,
  due_at: null,
  tags: ['desk'],
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
  created_by: 5,
};
