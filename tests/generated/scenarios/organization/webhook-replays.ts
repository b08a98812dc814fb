import type { Client } from '@wfp/testing';
import { made, type Scenarios } from '../../scenario.ts';

const url = 'http://localhost:9/hook';
const webhookOf = (by: Client) => made(by, '/webhooks', { url });
const today = () => ({ from: new Date(Date.now() - 3_600_000).toISOString() });

async function replayOf(by: Client) {
  const id = await webhookOf(by);
  const { body } = await by.call('POST', `/webhooks/${id}/replay`, today());
  return { id, rid: body.id };
}

export const webhookReplayScenarios: Scenarios = {
  'POST /webhooks/:id/deliveries/retry-failed': {
    arrange: async (_, by) => ({ params: { id: await webhookOf(by) }, body: { since: today().from } }),
    events: ['webhook_endpoint.failed_retried'],
  },
  'POST /webhooks/:id/replay': {
    arrange: async (_, by) => ({
      params: { id: await webhookOf(by) },
      body: { ...today(), event_types: ['task.*'], only_failed: true },
    }),
    events: ['webhook_endpoint.replay_started'],
  },
  'GET /webhooks/:id/replays': {
    arrange: async (_, by) => ({ params: { id: (await replayOf(by)).id } }),
  },
  'GET /webhooks/:id/replays/:rid': {
    arrange: async (_, by) => ({ params: await replayOf(by) }),
  },
  'POST /webhooks/:id/replays/:rid/cancel': {
    arrange: async (_, by) => ({ params: await replayOf(by) }),
    events: ['webhook_endpoint.replay_cancelled'],
  },
};
