import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../scenario.ts';

const viewOf = (by: Client, body: object = {}) => made(by, '/task-views', { name: 'Walked', ...body });

async function goneOf(by: Client): Promise<number> {
  const id = await viewOf(by);
  await by.call('DELETE', `/task-views/${id}`);
  return id;
}

let teams = 0;
function teamOf(by: Client): Promise<number> {
  teams += 1;
  return made(by, '/teams', { name: `Looks together ${teams}`, kind: 'squad' });
}

export const taskViewScenarios: Scenarios = {
  'GET /task-views': {
    arrange: async (_, by) => {
      await viewOf(by);
      return {};
    },
  },
  'GET /task-views/:id': { arrange: async (_, by) => ({ params: { id: await viewOf(by) } }) },
  'POST /task-views': {
    arrange: async (_, by) => ({
      body: {
        name: 'Late',
        filter: { overdue: true, assigned_to_me: true },
        sort: '-due_at',
        group_by: 'priority',
        visibility: 'team',
        team_id: await teamOf(by),
      },
    }),
    events: ['task_view.post_create'],
  },
  'PATCH /task-views/:id': {
    arrange: async (_, by) => ({
      params: { id: await viewOf(by, { filter: { status: 'todo' } }) },
      body: { name: 'Walked on', visibility: 'org', filter: {} },
    }),
    events: ['task_view.post_update'],
  },
  'DELETE /task-views/:id': {
    arrange: async (_, by) => ({ params: { id: await viewOf(by) } }),
    events: ['task_view.post_archive'],
  },
  'POST /task-views/:id/restore': {
    arrange: async (_, by) => ({ params: { id: await goneOf(by) } }),
    events: ['task_view.post_restore'],
  },
  'GET /task-views/:id/tasks': {
    arrange: async (_, by) => {
      await made(by, '/tasks', { title: 'Seen' });
      return { params: { id: await viewOf(by) } };
    },
  },
};
