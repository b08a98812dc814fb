import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../../scenario.ts';

const viewOf = (by: Client) => made(by, '/task-views', { name: 'Walked' });

export const taskViewScenarios: Scenarios = {
  'GET /task-views/:id/tasks': {
    arrange: async (_, by) => {
      await made(by, '/tasks', { title: 'Seen' });
      return { params: { id: await viewOf(by) } };
    },
  },
};
