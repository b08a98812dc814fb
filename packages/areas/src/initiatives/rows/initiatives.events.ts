import { defineEvents } from '@wfp/shared';

const ofInitiative = {
  aggregate: 'initiative',
  record: 'the initiative',
  recordName: 'the name of the initiative',
};

/** Besides those of its rows. */
export const initiativeEvents = defineEvents(ofInitiative, {
  'initiative.completed':
    'An initiative was completed, whatever was to become of its open tasks; in addition to initiative.post_update.',
  'initiative.health_changed':
    'An initiative has another health than before; in addition to initiative.post_update.',
  'initiative.task_linked': 'A task was put into an initiative: one event for each task.',
  'initiative.task_unlinked': 'A task was taken out of an initiative: one event for each task.',
  'initiative.update_due':
    'Nothing was told of an initiative for too long: its owner was asked for an update.',
});
