import type { Client } from '@wfp/testing';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { createRecord, type Scenarios } from '../../scenario.ts';
import type { World } from '../../world.ts';

const createWebhook = (by: Client) => createRecord(by, '/webhooks', { url: unreachableUrl() });

/** Creates a failed delivery, as a worker would write it. */
async function createFailedDelivery({ database }: World, by: Client) {
  const id = await createWebhook(by);
  const { body } = await by.call('POST', `/webhooks/${id}/test`);
  await database.query(
    `update webhook_deliveries set status = 'failed', started_at = now(), finished_at = now(), filed_at = now(), duration_ms = 5,
       response_status = 500, response_headers = '{"server": "broken"}', response_body = 'Sorry', error = 'HTTP 500'
     where id = $1`,
    [body.id],
  );
  return { id, did: body.id };
}

export const webhookScenarios: Scenarios = {
  'GET /webhooks': {
    arrange: async (_, by) => {
      await createWebhook(by);
      return {};
    },
  },
  'POST /webhooks': {
    arrange: async () => ({
      body: {
        url: unreachableUrl(),
        event_types: ['task.*'],
        description: 'Walked',
        headers: { 'X-Key': 'k' },
        ordered: true,
      },
    }),
    events: ['webhook_endpoint.post_create'],
  },
  'GET /webhooks/:id': {
    arrange: async (world, by) => ({ params: { id: (await createFailedDelivery(world, by)).id } }),
  },
  'PATCH /webhooks/:id': {
    arrange: async (_, by) => ({ params: { id: await createWebhook(by) }, body: { is_active: false } }),
    events: ['webhook_endpoint.post_update'],
  },
  'DELETE /webhooks/:id': {
    arrange: async (_, by) => ({ params: { id: await createWebhook(by) } }),
    events: ['webhook_endpoint.post_archive'],
  },
  'POST /webhooks/:id/restore': {
    arrange: async (_, by) => {
      const id = await createWebhook(by);
      await by.call('DELETE', `/webhooks/${id}`);
      return { params: { id } };
    },
    events: ['webhook_endpoint.post_restore'],
  },
  'POST /webhooks/:id/test': {
    arrange: async (_, by) => ({ params: { id: await createWebhook(by) } }),
    events: ['webhook.test'],
  },
  'POST /webhooks/:id/rotate-secret': {
    arrange: async (_, by) => ({ params: { id: await createWebhook(by) }, body: { keep_old_for_hours: 1 } }),
    events: ['webhook_endpoint.secret_rotated'],
  },
  'GET /webhooks/:id/statistics': {
    arrange: async (world, by) => ({ params: { id: (await createFailedDelivery(world, by)).id } }),
  },
  'GET /webhooks/:id/deliveries': {
    arrange: async (world, by) => ({ params: { id: (await createFailedDelivery(world, by)).id } }),
  },
  'POST /webhooks/:id/deliveries/:did/retry': {
    arrange: async (world, by) => ({ params: await createFailedDelivery(world, by) }),
    events: ['webhook_endpoint.delivery_retried'],
  },
};
