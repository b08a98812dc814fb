import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

const createView = (by: Client) => createRecord(by, '/task-views', { name: 'Walked' });

export const taskViewScenarios: Scenarios = {
  'GET /task-views/:id/tasks': {
    arrange: async (_, by) => {
      await createRecord(by, '/tasks', { title: 'Seen' });
      return { params: { id: await createView(by) } };
    },
  },
};
