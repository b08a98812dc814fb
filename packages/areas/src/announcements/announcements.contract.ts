import { field } from '@wfp/shared';
import { Id, Line, named, Prose, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { Audience } from '../audiences/index.ts';

export const announcementStatuses = ['draft', 'scheduled', 'published', 'expired'] as const;
export const maxBodyLength = 20_000;
/** Of published and scheduled announcements of an organization. */
export const maxActive = 200;
/** Days before a publication. */
export const maxDaysAhead = 366;

const never = { writable: 'never' } as const;

export const announcementFields = {
  title: field(Line(200), { required: true, search: true, sort: 'text' }),
  body_md: field(Prose(maxBodyLength).min(1).meta({ description: 'Markdown, stored unchanged' }), {
    ...{ required: true, search: true },
  }),
  audience: field(Audience.nullable(), {
    shown: z.record(z.string(), z.unknown()).nullable(),
    pgType: 'jsonb',
  }),
  expires_at: field(
    Timestamp.nullable().meta({ description: 'Readers do not see it from this time on; null: never' }),
    { filter: true, sort: 'value', pgType: 'timestamptz' },
  ),
  is_pinned: field(z.boolean(), { filter: true, sort: 'value' }),
  requires_ack: field(z.boolean().meta({ description: 'Readers are asked to acknowledge it' }), {
    filter: true,
  }),
  send_mail: field(
    z.boolean().meta({
      description: 'A publication is mailed to the users in the audience; cannot be changed while published',
    }),
  ),
  allow_comments: field(z.boolean().meta({ description: 'Readers can comment on it while it is published' })),
  status: field(z.enum(announcementStatuses), { ...never, filter: true }),
  publish_at: field(Timestamp.nullable().meta({ description: 'Time of the scheduled publication' }), {
    ...never,
    sort: 'value',
  }),
  published_at: field(Timestamp.nullable(), { ...never, filter: true, sort: 'value' }),
  version: field(
    z.int().positive().meta({
      description: 'Number of the text; grows when title or body change after the first publication',
    }),
    never,
  ),
};

export const Publish = z.strictObject({
  publish_at: Timestamp.optional().meta({
    description: `Time of the publication, at most ${maxDaysAhead} days ahead; immediately if omitted`,
  }),
});
export type Publish = z.output<typeof Publish>;

export const Acknowledge = z.strictObject({
  version: z.int32().positive().optional().meta({
    description: 'The version that the user has read; 422 if there is a newer one. Default: the current one',
  }),
});
export type Acknowledge = z.output<typeof Acknowledge>;

export const Receipt = named(
  'AnnouncementReceipt',
  z.object({
    announcement_id: Id,
    user_id: Id,
    version: z.int().positive(),
    read_at: Timestamp,
    acknowledged_at: Timestamp.nullable(),
  }),
);
export type Receipt = z.output<typeof Receipt>;
