import { defineResource, invalidField, rejectUnknownCodes } from '@wfp/shared';
import { TaskFilter } from '../tasks/index.ts';
import { viewFields } from './views.contract.ts';
import { resolveTeam } from './views.policy.ts';
import { canShareWithTeam, isPrivate, isVisible } from './views.store.ts';

/** Saved filters of tasks. A view contains no tasks: each reader sees those that they may read. */
export const views = defineResource({
  code: 'task_view',
  noun: ['view', 'views'],
  label: 'Task views',
  path: '/task-views',
  model: 'TaskView',
  table: 'task_views',
  recordName: 'name',
  subject: { users: ['created_by'], team: 'team_id', isPrivate },
  scopes: ['own', 'team'],
  owners: { users: ['created_by'], teams: ['team_id'] },
  builtin: {
    owner: 'M',
    admin: 'M',
    hr: 'RCU A@own',
    manager: 'RC UA@own,team',
    employee: 'RC U@own,team A@own',
    viewer: 'R',
    auditor: 'R',
  },
  fields: viewFields,
  sort: 'name',
  visible: isVisible,
  hooks: {
    validate: ({ caller, values }) => rejectUnknownCodes(caller, TaskFilter, values.filter, 'filter.'),
    beforeWrite: async ({ tx, caller, before, values }) => {
      const found = resolveTeam(before, values);
      if ('error' in found) throw invalidField('team_id', found.error);
      const { team_id } = found;
      const isNew = team_id !== null && team_id !== before?.team_id;
      if (isNew && !(await canShareWithTeam(tx, caller, team_id))) {
        throw invalidField('team_id', 'Must be one of your teams or a team below them');
      }
      return found;
    },
  },
});
