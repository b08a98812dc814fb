import { defineArea, endpoint, proposeRow } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { LabelMove, ListUsedLabels, MergeLabel, RenameLabel, UsedLabels } from './label-moves.contract.ts';
import { labelMoveLane } from './label-moves.lane.ts';
import { merge, rename } from './label-moves.service.ts';
import { labelEvents } from './labels.events.ts';
import { labels } from './labels.resource.ts';
import { listUsedLabels } from './used-labels.store.ts';

export const taskLabels = defineArea({
  name: 'task-labels',
  about: 'The catalogue of task labels.',
  menu: [
    {
      key: 'task-labels',
      label: 'Task labels',
      icon: 'tag',
      group: 'administration',
      resource: 'task_label',
    },
  ],
  declared: [labels],
  endpoints: [
    endpoint({
      method: 'get',
      path: '/task-labels/used',
      summary: 'List labels in use by tasks',
      details: 'Includes labels that are not in the catalogue.',
      operationId: 'listUsedTaskLabels',
      can: 'task:read',
      query: ListUsedLabels,
      returns: { 200: UsedLabels },
      handler: ({ caller, query }) => listUsedLabels(caller, query),
    }),
    endpoint({
      method: 'post',
      path: '/task-labels/:id/rename',
      summary: 'Rename a label',
      details: 'A worker updates the tasks that have the label.',
      can: 'task_label:update',
      params: IdParams,
      body: RenameLabel,
      returns: { 202: LabelMove },
      emits: ['task_label.post_update'],
      review: {
        hook: 'task_label.pre_update',
        proposals: proposeRow((caller, id) => labels.find(caller, id, 'update')),
      },
      handler: rename,
    }),
    endpoint({
      method: 'post',
      path: '/task-labels/:id/merge',
      summary: 'Merge a label into another',
      details: 'The label is deleted. A worker assigns the other label to the tasks that had it.',
      can: 'task_label:archive',
      params: IdParams,
      body: MergeLabel,
      returns: { 202: LabelMove },
      emits: ['task_label.post_archive', 'task_label.merged'],
      review: {
        hook: 'task_label.pre_archive',
        proposals: proposeRow((caller, id) => labels.find(caller, id, 'archive')),
      },
      handler: merge,
    }),
  ],
  events: labelEvents,
  jobs: [labelMoveLane],
});

export { liveLabels } from './references.store.ts';
