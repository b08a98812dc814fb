import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../../scenario.ts';

const due_at = '2090-12-24T18:00:00Z';
const taskOf = (by: Client, title = 'Walked') => made(by, '/tasks', { title, due_at });

async function reminderOf(by: Client) {
  const taskId = await taskOf(by);
  return { taskId, id: await made(by, `/tasks/${taskId}/reminders`, { kind: 'offset', offset: '1d' }) };
}

async function relationOf(by: Client) {
  const [taskId, other_task_id] = [await taskOf(by), await taskOf(by, 'Blocked')];
  return { taskId, id: await made(by, `/tasks/${taskId}/relations`, { kind: 'blocks', other_task_id }) };
}

/** Reminders of tasks and relations between them. */
export const taskSideScenarios: Scenarios = {
  'GET /tasks/:taskId/reminders': {
    arrange: async (_, by) => ({ params: { taskId: (await reminderOf(by)).taskId } }),
  },
  'GET /tasks/:taskId/reminders/:id': { arrange: async (_, by) => ({ params: await reminderOf(by) }) },
  'POST /tasks/:taskId/reminders': {
    arrange: async (_, by) => ({
      params: { taskId: await taskOf(by) },
      body: { kind: 'absolute', remind_at: '2090-01-01T09:00:00+01:00' },
    }),
    events: ['task.reminder_added'],
  },
  'PATCH /tasks/:taskId/reminders/:id': {
    arrange: async (_, by) => ({ params: await reminderOf(by), body: { offset: '2h' } }),
    events: ['task.reminder_changed'],
  },
  'DELETE /tasks/:taskId/reminders/:id': {
    arrange: async (_, by) => ({ params: await reminderOf(by) }),
    events: ['task.reminder_removed'],
  },
  'GET /tasks/:taskId/relations': {
    arrange: async (_, by) => ({ params: { taskId: (await relationOf(by)).taskId } }),
  },
  'GET /tasks/:taskId/relations/:id': { arrange: async (_, by) => ({ params: await relationOf(by) }) },
  'POST /tasks/:taskId/relations': {
    arrange: async (_, by) => ({
      params: { taskId: await taskOf(by) },
      body: { kind: 'precedes', other_task_id: await taskOf(by, 'Comes next') },
    }),
    events: ['task.relation_added'],
  },
  'DELETE /tasks/:taskId/relations/:id': {
    arrange: async (_, by) => ({ params: await relationOf(by) }),
    events: ['task.relation_removed'],
  },
};
