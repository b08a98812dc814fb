import { defineEvents } from '@wfp/shared';

const ofLabel = {
  aggregate: 'task_label',
  record: 'the task label',
  recordName: 'the name of the task label',
};

/** Events in addition to those of the resource (create, update, archive, restore). */
export const labelEvents = defineEvents(ofLabel, {
  'task_label.merged':
    'A label was merged into another and deleted; its tasks get the other label, with one task.post_update each.',
});
