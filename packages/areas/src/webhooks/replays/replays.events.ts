import { defineEvents } from '@wfp/shared';

const ofEndpoint = { aggregate: 'webhook_endpoint', record: 'the webhook endpoint' };

/** The event of a started replay, which also wakes the replay lane. */
export const replayStarted = 'webhook_endpoint.replay_started';

export const replayEvents = defineEvents(ofEndpoint, {
  [replayStarted]: 'A user or an operator started a replay of past events to a webhook endpoint.',
  'webhook_endpoint.replay_cancelled': 'A user cancelled a running replay.',
  'webhook_endpoint.failed_retried': 'A user or an operator retried the failed deliveries since a time.',
});
