import { endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { z } from 'zod';
import { CreateApiKey, RotateApiKey } from './api-keys.contract.ts';
import { apiKeys } from './api-keys.resource.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from './api-keys.service.ts';

const NewApiKey = apiKeys.contract.row.extend({
  key: z.string().meta({ description: 'The key itself, shown this once' }),
});

export const apiKeyEndpoints = [
  endpoint({
    method: 'post',
    path: '/api-keys',
    summary: 'Make an API key; it is shown this once',
    can: 'api_key:create',
    body: CreateApiKey,
    returns: { 201: NewApiKey },
    emits: ['api_key.post_create'],
    secretFields: ['key'],
    handler: createApiKey,
  }),
  endpoint({
    method: 'post',
    path: '/api-keys/:id/rotate',
    summary: 'Make a key that takes over; the old one goes on for a while',
    can: 'api_key:create',
    params: IdParams,
    body: RotateApiKey,
    returns: { 201: NewApiKey },
    emits: ['api_key.post_create', 'api_key.post_update'],
    secretFields: ['key'],
    handler: rotateApiKey,
  }),
  endpoint({
    method: 'delete',
    path: '/api-keys/:id',
    summary: 'Revoke an API key',
    can: 'api_key:archive',
    params: IdParams,
    returns: { 204: null },
    emits: ['api_key.post_archive'],
    handler: revokeApiKey,
  }),
];
