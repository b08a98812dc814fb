import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../../scenario.ts';

const due_at = '2090-12-24T18:00:00Z';
const taskOf = (by: Client) => made(by, '/tasks', { title: 'Walked', due_at });

async function reminderOf(by: Client) {
  const taskId = await taskOf(by);
  return { taskId, id: await made(by, `/tasks/${taskId}/reminders`, { kind: 'offset', offset: '1d' }) };
}

/** Reminders of tasks. */
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
};
