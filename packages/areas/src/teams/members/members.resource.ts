import { defineResource, field } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { z } from 'zod';
import { teams } from '../rows/team.resource.ts';
import {
  lockMemberEmployee,
  rejectLeavingPrimaryTeam,
  rejectMember,
  warnOfOverallocation,
} from './members.service.ts';

/**
 * Events of members have the team as their aggregate. The members of a department are the employees whose primary team
 * it is; the API cannot add others.
 */
export const members = defineResource({
  code: 'team_member',
  noun: ['member', 'members'],
  label: 'Team members',
  path: '/members',
  model: 'TeamMember',
  table: 'team_members',
  parent: { of: teams, field: 'team_id', aggregate: 'parent' },
  subject: { employee: 'employee_id', team: 'team_id' },
  endpoints: ['list', 'get', 'create', 'update', 'archive'],
  summaries: {
    list: 'List the members of a team',
    get: 'Fetch a member of a team',
    create: 'Add a member to a team',
    update: 'Update a member of a team',
    archive: 'Remove a member from a team',
  },
  fields: {
    employee_id: field(Id, { required: true, writable: 'once', filter: true, references: 'employees' }),
    role: field(z.enum(['member', 'lead', 'deputy']), {
      ...{ filter: true, sort: 'value', pgType: 'team_member_role' },
    }),
    allocation_percent: field(z.int().min(1).max(100).nullable(), {
      shown: z.int().nullable().meta({ description: 'Percentage of working time for this team, if agreed' }),
    }),
    is_home: field(z.boolean(), {
      shown: z.boolean().meta({ description: 'True if the membership follows from team_id of the employee' }),
      writable: 'never',
    }),
  },
  sort: 'joined_on',
  effective: {
    ...{ from: 'joined_on', to: 'left_on', end: 'first_after', noOverlapWithin: ['team_id', 'employee_id'] },
    ...{ archive: 'end', asOf: 'active_on', ended: 'left' },
  },
  eventNames: { create: 'team.member_joined', update: 'team.member_changed', archive: 'team.member_left' },
  meanings: {
    create: 'An employee became a member of a team.',
    update: 'The role, the allocation or the period of a membership changed.',
    archive: 'A membership of a team ended.',
  },
  hooks: {
    beforeLock: lockMemberEmployee,
    beforeWrite: rejectMember,
    beforeArchive: rejectLeavingPrimaryTeam,
  },
  warnings: warnOfOverallocation,
});
