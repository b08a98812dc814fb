import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';
import { createInitiative } from './initiatives.ts';

const createTask = (by: Client, title = 'Walked') => createRecord(by, '/tasks', { title });

async function createComment(by: Client) {
  const taskId = await createTask(by);
  return { taskId, id: await createRecord(by, `/tasks/${taskId}/comments`, { body: 'Said' }) };
}

export const taskScenarios: Scenarios = {
  'GET /tasks': {
    arrange: async (_, by) => {
      await createTask(by);
      return {};
    },
  },
  'GET /tasks/board': {
    arrange: async (_, by) => {
      await createTask(by);
      return { query: { per_column: 5, sort: '-priority' } };
    },
  },
  'POST /tasks/bulk': {
    arrange: async (_, by) => ({
      body: { ids: [await createTask(by), await createTask(by)], move: { status: 'done', position: 0 } },
    }),
    events: ['task.post_update', 'task.completed', 'task.post_update', 'task.completed'],
    auditEntries: 2,
  },
  'GET /tasks/:id': { arrange: async (_, by) => ({ params: { id: await createTask(by) } }) },
  'POST /tasks': {
    arrange: async (_, by) => ({
      body: {
        title: 'Made',
        due_at: '2026-12-24T18:00:00+01:00',
        reminder_offset: '1h',
        tags: ['a'],
        parent_task_id: await createTask(by, 'Parent'),
        assigned_to: by.user.id,
        initiative_id: await createInitiative(by),
      },
    }),
    events: ['task.post_create', 'initiative.task_linked'],
    auditEntries: 1,
  },
  'PATCH /tasks/:id': {
    arrange: async (_, by) => {
      const [from, to] = [await createInitiative(by), await createInitiative(by)];
      const id = await createRecord(by, '/tasks', { title: 'Linked', initiative_id: from });
      return { params: { id }, body: { status: 'done', initiative_id: to } };
    },
    events: ['task.post_update', 'task.completed', 'initiative.task_unlinked', 'initiative.task_linked'],
    auditEntries: 1,
  },
  'POST /tasks/:id/move': {
    arrange: async (_, by) => {
      await createTask(by, 'First');
      return { params: { id: await createTask(by) }, body: { status: 'done', position: 0 } };
    },
    events: ['task.post_update', 'task.completed'],
    auditEntries: 1,
  },
  'DELETE /tasks/:id': {
    arrange: async (_, by) => ({ params: { id: await createTask(by) } }),
    events: ['task.post_archive'],
  },
  'POST /tasks/:id/restore': {
    arrange: async (_, by) => {
      const id = await createTask(by);
      await by.call('DELETE', `/tasks/${id}`);
      return { params: { id } };
    },
    events: ['task.post_restore'],
  },
  'POST /tasks/:taskId/comments': {
    arrange: async (_, by) => {
      const { taskId, id } = await createComment(by);
      return { params: { taskId }, body: { body: 'Replied', parent_id: id } };
    },
    events: ['task.comment.created'],
  },
};
