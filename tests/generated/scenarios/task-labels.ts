import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../scenario.ts';

let counter = 0;
const label = () => {
  counter += 1;
  return { name: `label ${counter}`, color: '#1f6feb', group: 'Kind', is_exclusive: true };
};
const labelOf = (by: Client) => made(by, '/task-labels', label());
const byId = async (by: Client, body?: object) => ({ params: { id: await labelOf(by) }, body });

export const taskLabelScenarios: Scenarios = {
  'GET /task-labels': {
    arrange: async (_, by) => {
      await labelOf(by);
      return {};
    },
  },
  'GET /task-labels/used': {
    arrange: async (_, by) => {
      await made(by, '/tasks', { title: 'Labelled', label: `used ${Math.random()}` });
      return {};
    },
  },
  'GET /task-labels/:id': { arrange: (_, by) => byId(by) },
  'POST /task-labels': {
    arrange: async () => ({ body: label() }),
    events: ['task_label.post_create'],
  },
  'PATCH /task-labels/:id': {
    arrange: (_, by) => byId(by, { color: null, group: 'Other' }),
    events: ['task_label.post_update'],
  },
  'DELETE /task-labels/:id': { arrange: (_, by) => byId(by), events: ['task_label.post_archive'] },
  'POST /task-labels/:id/restore': {
    arrange: async (_, by) => {
      const prepared = await byId(by);
      await by.call('DELETE', `/task-labels/${prepared.params.id}`);
      return prepared;
    },
    events: ['task_label.post_restore'],
  },
  'POST /task-labels/:id/rename': {
    arrange: (_, by) => byId(by, { name: `renamed ${label().name}` }),
    events: ['task_label.post_update'],
  },
  'POST /task-labels/:id/merge': {
    arrange: async (_, by) => byId(by, { into_id: await labelOf(by) }),
    events: ['task_label.post_archive', 'task_label.merged'],
    entries: 1,
  },
};
