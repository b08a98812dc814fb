import { defineArea, endpoint, resource } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { ApiKey, CreateApiKey, ListApiKeys, NewApiKey } from './api-keys.contract.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

const own = 'RCA@own';

export const apiKeys = defineArea({
  name: 'api-keys',
  resources: [
    resource({
      code: 'api_key',
      label: 'API keys',
      scopes: ['own'],
      builtin: { owner: 'M', admin: 'M', hr: own, manager: own, employee: own, auditor: 'R' },
    }),
  ],
  endpoints: [
    endpoint({
      method: 'get',
      path: '/api-keys',
      summary: 'List API keys, never the keys themselves',
      can: 'api_key:read',
      query: ListApiKeys,
      returns: { 200: ListOf(ApiKey) },
      handler: listApiKeys,
    }),
    endpoint({
      method: 'post',
      path: '/api-keys',
      summary: 'Make an API key; it is shown this once',
      can: 'api_key:create',
      body: CreateApiKey,
      returns: { 201: NewApiKey },
      emits: ['api_key.post_create'],
      handler: createApiKey,
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
  ],
});
