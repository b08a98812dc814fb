import { defineResource, field, type RowOf } from '@wfp/shared';
import { Email, Id, Line, Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { teamDeleting, teamNesting } from '../announcements.ts';
import { lockSlugs, prepareTeam, rejectDependents } from './team-rows.service.ts';
import { Color, MembersCount, Slug, teamKinds } from './teams.contract.ts';
import { maxTreeDepth } from './teams.policy.ts';
import { membersCount, teamMoved } from './teams.store.ts';

export const teams = defineResource({
  code: 'team',
  noun: ['team', 'teams'],
  label: 'Teams',
  path: '/teams',
  model: 'Team',
  table: 'teams',
  recordName: 'name',
  subject: { team: 'id' },
  scopes: ['team'],
  owners: { teams: ['id'] },
  builtin: {
    owner: 'M',
    admin: 'M',
    hr: 'M',
    manager: 'R U@team',
    employee: 'R',
    viewer: 'R',
    auditor: 'R',
  },
  fields: {
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    slug: field(Slug),
    kind: field(z.enum(teamKinds), { filter: true, sort: 'value', pgType: 'team_kind' }),
    lead_employee_id: field(Id.nullable(), { filter: true, references: 'employees' }),
    description: field(Prose(2_000)),
    color: field(Color.nullable()),
    email: field(Email.nullable()),
  },
  sort: 'name',
  tree: {
    maxDepth: maxTreeDepth,
    lock: 'team_tree',
    shows: ['name', 'slug', 'kind', 'lead_employee_id', 'color'],
    computed: { members_count: { schema: MembersCount, sql: membersCount } },
    protectsParents: false,
  },
  events: { update: [teamMoved] },
  hooks: {
    beforeLock: lockSlugs,
    beforeWrite: { announces: { update: [teamNesting] }, run: prepareTeam },
    beforeArchive: { announces: [teamDeleting], run: rejectDependents },
  },
});

export type TeamRow = RowOf<typeof teams>;
