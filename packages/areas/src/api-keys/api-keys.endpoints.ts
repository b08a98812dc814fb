import { endpoint, proposeBody, proposeRow } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { z } from 'zod';
import { CreateApiKey, RotateApiKey } from './api-keys.contract.ts';
import { apiKeys } from './api-keys.resource.ts';
import { createApiKey, proposeRotation, revokeApiKey, rotateApiKey } from './api-keys.service.ts';

const NewApiKey = apiKeys.contract.row.extend({
  key: z.string().meta({ description: 'The key; shown only once' }),
});

export const apiKeyEndpoints = [
  endpoint({
    method: 'post',
    path: '/api-keys',
    summary: 'Create an API key',
    details: 'The key is returned only once.',
    can: 'api_key:create',
    body: CreateApiKey,
    returns: { 201: NewApiKey },
    emits: ['api_key.post_create'],
    secretFields: ['key'],
    review: { hook: 'api_key.pre_create', proposals: proposeBody() },
    handler: createApiKey,
  }),
  endpoint({
    method: 'post',
    path: '/api-keys/:id/rotate',
    summary: 'Rotate an API key',
    details: 'Creates a new key with the same permissions. The old key stays valid during the overlap.',
    can: 'api_key:create',
    params: IdParams,
    body: RotateApiKey,
    returns: { 201: NewApiKey },
    when: [{ revoked_at: [null] }],
    emits: ['api_key.post_create', 'api_key.post_update'],
    secretFields: ['key'],
    review: { hook: 'api_key.pre_create', proposals: proposeRotation },
    handler: rotateApiKey,
  }),
  endpoint({
    method: 'delete',
    path: '/api-keys/:id',
    summary: 'Revoke an API key',
    can: 'api_key:archive',
    params: IdParams,
    returns: { 204: null },
    when: [{ revoked_at: [null] }],
    emits: ['api_key.post_archive'],
    review: {
      hook: 'api_key.pre_archive',
      proposals: proposeRow((caller, id) => apiKeys.find(caller, id, 'archive')),
    },
    handler: revokeApiKey,
  }),
];
