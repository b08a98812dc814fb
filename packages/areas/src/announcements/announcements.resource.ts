import { type Caller, defineResource, invalidField, requirePermission } from '@wfp/shared';
import { Flag, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { audienceWarnings, isEmptyAudience, requireAudience } from '../audiences/index.ts';
import { announcementFields } from './announcements.contract.ts';
import {
  acknowledgedAt,
  hasAudience,
  isPrivate,
  isVisible,
  lockActiveCount,
  readAt,
  requireActiveLimit,
  restoredFields,
  shownAudience,
  whereForCaller,
  whereUnacknowledged,
  whereUnread,
} from './announcements.store.ts';

const flag = { query: Flag, body: z.boolean() };

interface Text {
  title?: string;
  body_md?: string;
}

const isTextChanged = (before: Text, { title = before.title, body_md = before.body_md }: Text): boolean =>
  title !== before.title || body_md !== before.body_md;

interface Times {
  expires_at?: string | null;
  publish_at?: string | null;
}

/** Checks a new time of expiry. One that the announcement already has may have passed. */
function checkExpiry(caller: Caller, before: Times | null, { expires_at }: Times): void {
  if (!expires_at) return;
  const at = new Date(expires_at);
  if (before?.expires_at && new Date(before.expires_at).getTime() === at.getTime()) return;
  if (at <= caller.platform.clock.now()) throw invalidField('expires_at', 'Must be in the future');
  if (before?.publish_at && at <= new Date(before.publish_at))
    throw invalidField('expires_at', 'Must be after publish_at');
}

interface Mailed {
  status?: string;
  send_mail?: boolean;
}

/** A change after the publication could mean that it is mailed now, or that the next one is. */
function checkSendMail(before: Mailed | null, { send_mail }: Mailed): void {
  if (before?.status !== 'published' || send_mail === undefined || send_mail === before.send_mail) return;
  throw invalidField('send_mail', 'Cannot be changed while published; unpublish the announcement first');
}

/** The readers of a published announcement, or of one that is going to be, must not get a text that only a writer has seen. */
function requirePublisher(caller: Caller, before: object, values: object): void {
  const stored = new Map<string, unknown>(Object.entries(before));
  if (!['scheduled', 'published'].includes(String(stored.get('status')))) return;
  const isDifferent = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored.get(name));
  if (Object.entries(values).some(isDifferent))
    requirePermission(caller, 'announcement:publish', 'to change it after the decision to publish');
}

export const announcements = defineResource({
  code: 'announcement',
  noun: ['announcement', 'announcements'],
  label: 'Announcements',
  path: '/announcements',
  model: 'Announcement',
  table: 'announcements',
  recordName: 'title',
  subject: {
    users: ['created_by'],
    isPrivate,
    seenBy: 'if the announcement is not published or has an audience, only to its author',
  },
  builtin: { owner: 'M', admin: 'M', hr: 'RCUAB', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: announcementFields,
  computed: {
    audience: {
      schema: z.record(z.string(), z.unknown()).nullable().meta({
        description:
          'The condition over employees; null if it is for everyone, or if the caller may not update announcements',
      }),
      sql: shownAudience,
    },
    has_audience: {
      schema: z.boolean().meta({ description: 'False if it is for all active users' }),
      sql: hasAudience,
    },
    read_at: {
      schema: Timestamp.nullable().meta({ description: 'Time at which the caller first read it' }),
      sql: readAt,
    },
    acknowledged_at: {
      schema: Timestamp.nullable().meta({
        description: 'Time at which the caller acknowledged the current version',
      }),
      sql: acknowledgedAt,
    },
  },
  sort: '-is_pinned,-published_at',
  visible: isVisible,
  filters: {
    for_me: { ...flag, where: whereForCaller },
    unread: { ...flag, where: whereUnread },
    unacknowledged: { ...flag, where: whereUnacknowledged },
  },
  when: { update: [{ status: ['draft', 'scheduled', 'published'] }] },
  onRestore: restoredFields,
  meanings: {
    restore: 'A deleted announcement was restored; if it was scheduled, as a draft.',
  },
  hooks: {
    beforeLock: async ({ tx, caller, phase }) => {
      if (phase === 'restore') await lockActiveCount(tx, caller);
    },
    afterRestore: async ({ tx, caller, row }) => {
      if (row.status === 'published') await requireActiveLimit(tx, caller, row.id);
    },
    validate: async ({ caller, values: { audience }, phase }) => {
      if (audience === undefined || (audience === null && phase === 'create')) return;
      await requireAudience(caller, audience);
    },
    beforeWrite: async ({ caller, before, values }) => {
      if (before?.status === 'expired') throw invalidField('status', 'Is expired; unpublish it to change it');
      if (before) requirePublisher(caller, before, values);
      checkExpiry(caller, before, values);
      checkSendMail(before, values);
      const isNewText = before && before.published_at !== null && isTextChanged(before, values);
      return isNewText ? { version: before.version + 1 } : undefined;
    },
  },
  warnings: async ({ tx, caller, row: { audience } }) => {
    if (audience === null) return [];
    return audienceWarnings(await isEmptyAudience(caller, audience, tx));
  },
});
