import { defineEvents } from '@wfp/shared';

export const runEvents = defineEvents(
  { aggregate: 'prompt_run', record: 'the run', recordName: 'the code of its template' },
  {
    'prompt_run.completed':
      'A provider was to be asked about a record, and the run is over: it succeeded, failed, or the budget refused it.',
    'prompt_run.applied': 'Somebody took over what a run suggests; in addition to the events of the record.',
  },
);
