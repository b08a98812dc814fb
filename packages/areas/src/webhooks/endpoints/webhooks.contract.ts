import { BoundedRecord, Line, Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { maxCustomHeaders } from './custom-headers.policy.ts';

/** An event type such as `task.post_create`, or all of an aggregate type as `task.*`. */
export const EventType = z
  .string()
  .max(100)
  .regex(/^[a-z_]+(\.[a-z_]+)+$|^[a-z_]+\.\*$/, 'Must be an event type, such as task.post_create or task.*');
export const EventTypes = z.array(EventType).max(100).meta({ 'x-catalogue': 'events' });

const url = Line(2_048);

/** The shape only: custom-headers.policy.ts validates names and values. */
const headers = BoundedRecord(z.string().max(100), z.string().max(2_000), {
  ...{ max: maxCustomHeaders, keys: 'headers' },
}).meta({
  description: 'Sent with every request, for example for a receiver behind a gateway. Stored encrypted',
});

const rate_limit_per_second = z.int().min(1).max(1_000).nullable().meta({
  description: 'Maximum requests per second; null for no limit. Waiting does not count as an attempt',
});

export const ordered = z.boolean().meta({
  description: 'First in, first out: one request at a time; a failed delivery blocks later deliveries',
});

export const CreateWebhook = z.strictObject({
  url,
  event_types: EventTypes.default([]),
  description: Prose(1_000).default(''),
  headers: headers.default({}),
  rate_limit_per_second: rate_limit_per_second.default(null),
  ordered: ordered.default(false),
});
export type CreateWebhook = z.output<typeof CreateWebhook>;

export const PatchWebhook = z
  .strictObject({
    url,
    event_types: EventTypes,
    description: Prose(1_000),
    is_active: z.boolean(),
    headers: headers.meta({ description: 'Replaces all custom headers' }),
    rate_limit_per_second,
    ordered,
  })
  .partial();
export type PatchWebhook = z.output<typeof PatchWebhook>;

export const RotateSecret = z
  .strictObject({
    keep_old_for_hours: z.int().min(0).max(168).default(24).meta({
      description:
        'Hours during which requests are also signed with the old secret; use 0 if it was disclosed',
    }),
  })
  .prefault({});
export type RotateSecret = z.output<typeof RotateSecret>;

/** For the descriptions of operations that send events to a receiver of the caller's choice. */
export const requiresReads =
  'Requires permission to read all events that are sent, for the whole organization: `<aggregate>:read`, and `audit_log:read` for sign-ins, files, exports and imports.';
