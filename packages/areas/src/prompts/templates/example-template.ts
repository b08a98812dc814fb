import type { Values } from './templates.contract.ts';

/** The example of the API description: rejects tasks by a condition, without a model. */
export const exampleTemplate: Values = {
  code: 'urgent-needs-due-date',
  name: 'Urgent tasks need a due date',
  hook: 'task.pre_create',
  condition: {
    all: [
      { field: 'priority', op: 'eq', value: 'urgent' },
      { field: 'due_at', op: 'is_empty' },
    ],
  },
  system_text: '',
  user_text: '',
  output_schema: {
    type: 'object',
    required: ['verdict'],
    properties: { verdict: { enum: ['accept', 'reject'] }, messages: { type: 'array' } },
  },
  settings: {
    output: { verdict: 'reject', messages: [{ field: 'due_at', message: 'Required for urgent tasks' }] },
  },
};
