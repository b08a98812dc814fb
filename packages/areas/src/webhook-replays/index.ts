import { defineArea } from '@wfp/shared';
import { ringReplays } from './lane.store.ts';
import { replayEndpoints } from './replays.endpoints.ts';
import { replayEvents } from './replays.events.ts';
import { replayLane } from './replays.lane.ts';

export const webhookReplays = defineArea({
  name: 'webhook-replays',
  about: 'Sending past or failed events to a webhook endpoint again.',
  endpoints: replayEndpoints,
  events: replayEvents,
  jobs: [replayLane],
  projections: [{ name: 'webhook-replays', project: ringReplays }],
});

export { replayStarted } from './replays.events.ts';
export { retryFailed, startReplay } from './replays.service.ts';
