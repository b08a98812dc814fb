import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

const hire = { first_name: 'Ines', last_name: 'Initiator', hire_date: '2024-02-29' };
const createEmployee = (by: Client) => createRecord(by, '/employees', hire);

export async function createInitiative(by: Client, fields: object = {}) {
  return createRecord(by, '/initiatives', {
    name: 'Go outside',
    owner_employee_id: await createEmployee(by),
    ...fields,
  });
}

async function createLinkedTask(by: Client) {
  const initiativeId = await createInitiative(by);
  const task = await createRecord(by, '/tasks', { title: 'Linked', initiative_id: initiativeId });
  return { params: { initiativeId }, body: { task_ids: [task] } };
}

async function createUpdatedInitiative(by: Client) {
  const initiativeId = await createInitiative(by);
  await createRecord(by, `/initiatives/${initiativeId}/updates`, { health: 'on_track', body: 'Well' });
  return { params: { initiativeId } };
}

export const initiativeScenarios: Scenarios = {
  'POST /initiatives/export': {
    arrange: async () => ({ body: { format: 'csv' } }),
    events: ['export.post_create'],
  },
  'POST /initiatives/:id/complete': {
    arrange: async (_, by) => {
      const { params } = await createLinkedTask(by);
      return { params: { id: params.initiativeId }, body: { open_tasks: 'cancel' } };
    },
    events: ['task.post_update', 'initiative.post_update', 'initiative.completed'],
    auditEntries: 2,
  },
  'GET /initiatives/:initiativeId/tasks': {
    arrange: async (_, by) => ({ params: (await createLinkedTask(by)).params }),
  },
  'POST /initiatives/:initiativeId/tasks': {
    arrange: async (_, by) => ({
      ...(await createLinkedTask(by)),
      params: { initiativeId: await createInitiative(by) },
    }),
    events: ['task.post_update', 'initiative.task_unlinked', 'initiative.task_linked'],
    auditEntries: 1,
  },
  'POST /initiatives/:initiativeId/tasks/unlink': {
    arrange: async (_, by) => createLinkedTask(by),
    events: ['task.post_update', 'initiative.task_unlinked'],
    auditEntries: 1,
  },
  'POST /initiatives/:initiativeId/updates': {
    arrange: async (_, by) => ({
      params: { initiativeId: await createInitiative(by, { progress_mode: 'manual' }) },
      body: { health: 'off_track', body: 'Stuck', progress: 12 },
    }),
    events: ['initiative.update.created', 'initiative.post_update', 'initiative.health_changed'],
    auditEntries: 2,
  },
  'GET /initiatives/:initiativeId/summary': { arrange: async (_, by) => createUpdatedInitiative(by) },
  'GET /initiatives/:initiativeId/burnup': {
    arrange: async (_, by) => ({ params: (await createLinkedTask(by)).params }),
  },
};
