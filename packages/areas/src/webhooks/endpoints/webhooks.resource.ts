import { defineResource, field } from '@wfp/shared';
import { Id, NamedValue, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { cancelPending } from '../deliveries/deliveries.store.ts';
import { listensTo, maskedHeaders, urlWithoutQuery } from './endpoint-rows.store.ts';
import { EventType, ordered } from './webhooks.contract.ts';

const never = { writable: 'never' } as const;
const moment = { ...never, pgType: 'timestamptz' } as const;

/**
 * Receivers of events. Create, update and restore are hand-written endpoints, since secrets and custom headers are
 * encrypted and the user has to be permitted to read the events.
 */
export const webhooks = defineResource({
  code: 'webhook_endpoint',
  noun: ['webhook endpoint', 'webhook endpoints'],
  label: 'Webhook endpoints',
  path: '/webhooks',
  model: 'WebhookEndpoint',
  table: 'webhook_endpoints',
  recordName: { sql: urlWithoutQuery, meaning: 'the URL of the endpoint, without its query' },
  builtin: { owner: 'M', admin: 'M', auditor: 'R' },
  endpoints: ['list', 'archive'],
  listsDeleted: true,
  fields: {
    url: field(z.string(), { ...never, search: true, sort: 'text' }),
    event_types: field(z.array(z.string()).meta({ description: 'Empty: all events' }), {
      ...never,
      pgType: 'text[]',
    }),
    description: field(z.string(), { ...never, search: true }),
    is_active: field(z.boolean(), { ...never, filter: true }),
    disabled_reason: field(z.string().nullable(), never),
    rate_limit_per_second: field(z.int().nullable(), never),
    ordered: field(ordered, { ...never, filter: true }),
    previous_secret_until: field(
      Timestamp.nullable().meta({
        description: 'Until this time, requests are also signed with the secret before the last rotation',
      }),
      moment,
    ),
    failing_since: field(
      Timestamp.nullable().meta({
        description: 'The first failure since the last success; null if there is none',
      }),
      {
        ...moment,
        filter: true,
        sort: 'value',
      },
    ),
    authorized_by: field(
      Id.nullable().meta({
        description:
          'The user who created the endpoint, or last changed what it receives or where to. Null if not known',
      }),
      { ...never, filter: true },
    ),
    authorization_lost_at: field(
      Timestamp.nullable().meta({
        description:
          'Since this time, the user in `authorized_by` may not read all events that the endpoint receives; null if they may',
      }),
      { ...moment, filter: true, sort: 'value' },
    ),
    created_by: field(Id, { ...never, filter: true }),
    updated_by: field(Id, never),
  },
  computed: {
    headers: {
      schema: z.record(z.string(), z.string()).meta({ description: 'Custom headers; the values are masked' }),
      sql: maskedHeaders,
    },
  },
  filters: {
    event_type: {
      query: NamedValue('event_type', EventType).meta({
        description: 'Endpoints that receive events of this type',
      }),
      where: (value: string, _, alias) => listensTo(value, alias),
    },
  },
  sort: 'created_at',
  meanings: {
    archive: 'A webhook endpoint was deleted; its pending deliveries were cancelled.',
  },
  hooks: { afterArchive: async ({ tx, caller, row }) => cancelPending(tx, caller, row.id) },
});
