import { defineEvents } from '@wfp/shared';

const ofLabel = {
  aggregate: 'task_label',
  record: 'the task label',
  recordName: 'the name of the task label',
};

/** Besides those of its rows. */
export const labelEvents = defineEvents(ofLabel, {
  'task_label.merged':
    'A label was merged into another one and is gone; tasks that have it follow, each with its own task.post_update.',
});
