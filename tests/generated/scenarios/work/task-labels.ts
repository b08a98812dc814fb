import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../../scenario.ts';

let counter = 0;
const label = () => {
  counter += 1;
  return { name: `label ${counter}`, color: '#1f6feb', group: 'Kind', is_exclusive: true };
};
const labelOf = (by: Client) => made(by, '/task-labels', label());
const byId = async (by: Client, body?: object) => ({ params: { id: await labelOf(by) }, body });

export const taskLabelScenarios: Scenarios = {
  'GET /task-labels/used': {
    arrange: async (_, by) => {
      await made(by, '/tasks', { title: 'Labelled', label: `used ${Math.random()}` });
      return {};
    },
  },
  'POST /task-labels/:id/rename': {
    arrange: (_, by) => byId(by, { name: `renamed ${label().name}` }),
    events: ['task_label.post_update'],
  },
  'POST /task-labels/:id/merge': {
    arrange: async (_, by) => byId(by, { into_id: await labelOf(by) }),
    events: ['task_label.post_archive', 'task_label.merged'],
    auditEntries: 1,
  },
};
