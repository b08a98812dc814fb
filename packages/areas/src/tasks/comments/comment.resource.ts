import { defineResource, field, invalidField } from '@wfp/shared';
import { Id, Prose } from '@wfp/shared/contract';
import { task } from '../rows/task-parent.store.ts';
import { canReplyTo, isAuthor, isDeletableBy } from './comments.store.ts';

const rightsOfMembers = 'RC UA@own';

const Body = Prose(20_000).refine((text) => text.trim() !== '', 'Must not be empty');

/** Comments of a task. Their events are about the task and visible to users who see it. */
export const comments = defineResource({
  code: 'task_comment',
  noun: ['comment', 'comments'],
  label: 'Task comments',
  path: '/comments',
  model: 'TaskComment',
  table: 'task_comments',
  parent: { of: task, field: 'task_id', writeRight: 'read', aggregate: 'parent' },
  subject: { users: ['author_user_id'] },
  scopes: ['own'],
  owners: { users: ['author_user_id'] },
  builtin: {
    owner: 'M',
    admin: 'M',
    hr: rightsOfMembers,
    manager: rightsOfMembers,
    employee: rightsOfMembers,
    viewer: 'R',
    auditor: 'R',
  },
  restrictions: {
    update: isAuthor,
    archive: isDeletableBy,
  },
  fields: {
    body: field(Body, { required: true, search: true }),
    parent_id: field(Id.nullable(), { writable: 'once', filter: true }),
    author_user_id: field(Id, { writable: 'never', filter: true, initial: (caller) => caller.user_id }),
  },
  sort: 'created_at',
  combinesWrites: true,
  meanings: {
    create: 'A user commented on a task, or replied to a comment.',
    update: 'The author of a comment changed its text.',
    archive: 'A comment was deleted, by its author or by a user who manages comments.',
    restore: 'A deleted comment was restored.',
  },
  hooks: {
    validate: async ({ caller, within, values: { parent_id } }) => {
      if (parent_id == null || (await canReplyTo(caller, Number(within.task_id), parent_id))) return;
      throw invalidField('parent_id', 'Must be a comment of the same task');
    },
  },
});
