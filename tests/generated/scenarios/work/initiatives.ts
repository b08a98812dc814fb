import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../../scenario.ts';

const hire = { first_name: 'Ines', last_name: 'Initiator', hire_date: '2024-02-29' };
const employeeOf = (by: Client) => made(by, '/employees', hire);

async function initiativeOf(by: Client, fields: object = {}) {
  return made(by, '/initiatives', { name: 'Go outside', owner_employee_id: await employeeOf(by), ...fields });
}

async function linkedOf(by: Client) {
  const initiativeId = await initiativeOf(by);
  const task = await made(by, '/tasks', { title: 'Linked', initiative_id: initiativeId });
  return { params: { initiativeId }, body: { task_ids: [task] } };
}

async function reportedOf(by: Client) {
  const initiativeId = await initiativeOf(by);
  await made(by, `/initiatives/${initiativeId}/updates`, { health: 'on_track', body: 'Well' });
  return { params: { initiativeId } };
}

export const initiativeScenarios: Scenarios = {
  'POST /initiatives/export': {
    arrange: async () => ({ body: { format: 'csv' } }),
    events: ['export.post_create'],
  },
  'POST /initiatives/:id/complete': {
    arrange: async (_, by) => {
      const { params } = await linkedOf(by);
      return { params: { id: params.initiativeId }, body: { open_tasks: 'cancel' } };
    },
    events: ['task.post_update', 'initiative.post_update', 'initiative.completed'],
    auditEntries: 2,
  },
  'GET /initiatives/:initiativeId/tasks': {
    arrange: async (_, by) => ({ params: (await linkedOf(by)).params }),
  },
  'POST /initiatives/:initiativeId/tasks': {
    arrange: async (_, by) => ({ ...(await linkedOf(by)), params: { initiativeId: await initiativeOf(by) } }),
    events: ['initiative.task_unlinked', 'task.post_update', 'initiative.task_linked'],
  },
  'DELETE /initiatives/:initiativeId/tasks': {
    arrange: async (_, by) => linkedOf(by),
    events: ['initiative.task_unlinked', 'task.post_update'],
  },
  'POST /initiatives/:initiativeId/updates': {
    arrange: async (_, by) => ({
      params: { initiativeId: await initiativeOf(by, { progress_mode: 'manual' }) },
      body: { health: 'off_track', body: 'Stuck', progress: 12 },
    }),
    events: ['initiative.update.created', 'initiative.post_update', 'initiative.health_changed'],
    auditEntries: 2,
  },
  'GET /initiatives/:initiativeId/summary': { arrange: async (_, by) => reportedOf(by) },
  'GET /initiatives/:initiativeId/burnup': {
    arrange: async (_, by) => ({ params: (await linkedOf(by)).params }),
  },
};
