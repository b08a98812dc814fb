import { defineEvents } from '@wfp/shared';

const ofEndpoint = { aggregate: 'webhook_endpoint', record: 'the webhook endpoint' };

/** What asks the lane for its work. */
export const replayStarted = 'webhook_endpoint.replay_started';

export const replayEvents = defineEvents(ofEndpoint, {
  [replayStarted]: 'Somebody had past events sent to a webhook endpoint again.',
  'webhook_endpoint.replay_cancelled': 'Somebody ended a replay before it was done.',
  'webhook_endpoint.failed_retried': 'Somebody had the failed deliveries of a time sent again.',
});
