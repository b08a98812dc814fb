import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

let counter = 0;
const newLabel = () => {
  counter += 1;
  return { name: `label ${counter}`, color: '#1f6feb', group: 'Kind', is_exclusive: true };
};
const createLabel = (by: Client) => createRecord(by, '/task-labels', newLabel());
const byId = async (by: Client, body?: object) => ({ params: { id: await createLabel(by) }, body });

export const taskLabelScenarios: Scenarios = {
  'GET /task-labels/used': {
    arrange: async (_, by) => {
      await createRecord(by, '/tasks', { title: 'Labelled', label: `used ${Math.random()}` });
      return {};
    },
  },
  'POST /task-labels/:id/rename': {
    arrange: (_, by) => byId(by, { name: `renamed ${newLabel().name}` }),
    events: ['task_label.post_update'],
  },
  'POST /task-labels/:id/merge': {
    arrange: async (_, by) => byId(by, { into_id: await createLabel(by) }),
    events: ['task_label.post_archive', 'task_label.merged'],
    auditEntries: 1,
  },
};
