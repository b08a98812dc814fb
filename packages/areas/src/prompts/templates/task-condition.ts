import { type ConditionFields, conditionSchema } from '@wfp/shared';
import { taskEfforts, taskPriorities, taskStatuses, taskTypes } from '../../tasks/index.ts';

/** Fields that conditions may test, the same as in prompts. */
export const taskFields: ConditionFields = {
  id: { kind: 'number', ref: 'task' },
  title: { kind: 'text' },
  description: { kind: 'text' },
  status: { kind: 'text', values: taskStatuses },
  priority: { kind: 'text', values: taskPriorities },
  label: { kind: 'text' },
  category_code: { kind: 'text', enumCode: 'task_category' },
  effort: { kind: 'text', values: taskEfforts },
  task_type: { kind: 'text', values: taskTypes },
  assigned_employee_id: { kind: 'number', ref: 'employee' },
  assigned_team_id: { kind: 'number', ref: 'team' },
  assigned_to: { kind: 'number', ref: 'user' },
  parent_task_id: { kind: 'number', ref: 'task' },
  initiative_id: { kind: 'number', ref: 'initiative' },
  due_at: { kind: 'moment' },
  tags: { kind: 'list' },
  created_at: { kind: 'moment' },
  updated_at: { kind: 'moment' },
  created_by: { kind: 'number', ref: 'user' },
};

export const TaskCondition = conditionSchema(taskFields);
