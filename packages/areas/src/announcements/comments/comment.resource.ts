import { type Caller, defineResource, field, invalidField, notFound } from '@wfp/shared';
import { Prose } from '@wfp/shared/contract';
import type { Transaction } from '@wfp/shared/db';
import { announcements } from '../announcements.resource.ts';
import { findCommentedState, isAuthor, isDeletableBy, isOnPrivate } from './comments.store.ts';

const Body = Prose(10_000).refine((text) => text.trim() !== '', 'Must not be empty');

/** Checks that the announcement takes comments. It is locked, so that it does until the comment is stored. */
async function requireComments(tx: Transaction, caller: Caller, announcement_id: number): Promise<void> {
  const state = await findCommentedState(tx, caller, announcement_id);
  if (!state) throw notFound('Announcement');
  const status = state.is_expired ? 'expired' : state.status;
  if (status !== 'published') throw invalidField('status', `Is ${status}; must be published`);
  if (!state.allow_comments)
    throw invalidField('allow_comments', 'Is false; the announcement takes no comments');
}

/** Comments on an announcement. Their events are about the announcement and visible like its own. */
export const announcementComments = defineResource({
  code: 'announcement_comment',
  noun: ['comment', 'comments'],
  label: 'Comments on announcements',
  path: '/comments',
  model: 'AnnouncementComment',
  table: 'announcement_comments',
  parent: { of: announcements, field: 'announcement_id', writeRight: 'read', aggregate: 'parent' },
  subject: {
    users: ['created_by'],
    isPrivate: isOnPrivate,
    seenBy:
      'if the announcement is not published or has an audience, only to its author and to that of the comment',
  },
  builtin: {
    owner: 'M',
    admin: 'M',
    hr: 'RCUA',
    manager: 'RCUA',
    employee: 'RCUA',
    viewer: 'R',
    auditor: 'R',
  },
  restrictions: { update: isAuthor, archive: isDeletableBy },
  fields: {
    body: field(Body, { required: true, search: true }),
  },
  sort: 'created_at',
  meanings: {
    create: 'A user commented on an announcement.',
    update: 'The author of a comment changed its text.',
    archive: 'A comment was deleted, by its author or by a user who updates announcements.',
    restore: 'A deleted comment was restored.',
  },
  hooks: {
    beforeWrite: async ({ tx, caller, before, within }) => {
      await requireComments(tx, caller, before?.announcement_id ?? Number(within.announcement_id));
      return undefined;
    },
  },
});
