import type { Client } from '@wfp/testing';
import { createRecord, type Scenarios } from '../../scenario.ts';

const createKey = (by: Client) =>
  createRecord(by, '/api-keys', { name: 'Walker', permissions: ['task:read', 'task:create'] });
const params = async (by: Client) => ({ params: { id: await createKey(by) } });

export const apiKeyScenarios: Scenarios = {
  'GET /api-keys': {
    arrange: async (_, by) => {
      await createKey(by);
      return {};
    },
  },
  'GET /api-keys/:id': { arrange: (_, by) => params(by) },
  'POST /api-keys': {
    arrange: async () => ({
      body: { name: 'Walker', permissions: ['task:read'], allowed_cidrs: ['127.0.0.1'] },
    }),
    events: ['api_key.post_create'],
  },
  'PATCH /api-keys/:id': {
    arrange: async (_, by) => ({
      ...(await params(by)),
      body: { name: 'Runner', permissions: ['task:read'] },
    }),
    events: ['api_key.post_update'],
  },
  'POST /api-keys/:id/rotate': {
    arrange: async (_, by) => ({ ...(await params(by)), body: { overlap_hours: 1 } }),
    events: ['api_key.post_create', 'api_key.post_update'],
  },
  'DELETE /api-keys/:id': {
    arrange: (_, by) => params(by),
    events: ['api_key.post_archive'],
  },
};
