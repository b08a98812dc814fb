import type { Client } from '@wfp/testing';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { createRecord, type Scenarios } from '../../scenario.ts';

const createWebhook = (by: Client) => createRecord(by, '/webhooks', { url: unreachableUrl() });
const today = () => ({ from: new Date(Date.now() - 3_600_000).toISOString() });

async function createReplay(by: Client) {
  const id = await createWebhook(by);
  const { body } = await by.call('POST', `/webhooks/${id}/replay`, today());
  return { id, rid: body.id };
}

export const webhookReplayScenarios: Scenarios = {
  'POST /webhooks/:id/deliveries/retry-failed': {
    arrange: async (_, by) => ({ params: { id: await createWebhook(by) }, body: { since: today().from } }),
    events: ['webhook_endpoint.failed_retried'],
  },
  'POST /webhooks/:id/replay': {
    arrange: async (_, by) => ({
      params: { id: await createWebhook(by) },
      body: { ...today(), event_types: ['task.*'], only_failed: true },
    }),
    events: ['webhook_endpoint.replay_started'],
  },
  'GET /webhooks/:id/replays': {
    arrange: async (_, by) => ({ params: { id: (await createReplay(by)).id } }),
  },
  'GET /webhooks/:id/replays/:rid': {
    arrange: async (_, by) => ({ params: await createReplay(by) }),
  },
  'POST /webhooks/:id/replays/:rid/cancel': {
    arrange: async (_, by) => ({ params: await createReplay(by) }),
    events: ['webhook_endpoint.replay_cancelled'],
  },
};
