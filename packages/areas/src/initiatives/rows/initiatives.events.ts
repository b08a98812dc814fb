import { defineEvents } from '@wfp/shared';

const ofInitiative = {
  aggregate: 'initiative',
  record: 'the initiative',
  recordName: 'the name of the initiative',
};

/** Events in addition to those of the resource (create, update, archive, restore). */
export const initiativeEvents = defineEvents(ofInitiative, {
  'initiative.completed':
    'An initiative was completed, with or without open tasks. Emitted in addition to initiative.post_update.',
  'initiative.health_changed':
    'The health of an initiative changed. Emitted in addition to initiative.post_update.',
  'initiative.task_linked':
    'A task was linked to an initiative, when it was created or later. Emitted in addition to task.post_create or task.post_update.',
  'initiative.task_unlinked':
    'A task was unlinked from an initiative. Emitted in addition to task.post_update, before the task_linked of another initiative.',
  'initiative.update_due':
    'An active initiative has had no update for 14 days. An owner with an active user is notified by mail.',
});
