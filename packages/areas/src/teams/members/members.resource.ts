import { defineResource, field } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { z } from 'zod';
import { teams } from '../rows/team.resource.ts';
import {
  lockMemberEmployee,
  rejectMember,
  rejectToLeaveHome,
  warnOfOverallocation,
} from './members.service.ts';

/** Members are part of their team: their events are about it. People come to a department by their home team alone. */
export const members = defineResource({
  code: 'team_member',
  noun: ['member', 'members'],
  label: 'Members of teams',
  path: '/members',
  model: 'TeamMember',
  table: 'team_members',
  parent: { of: teams, field: 'team_id', aggregate: 'parent' },
  subject: { employee: 'employee_id', team: 'team_id' },
  endpoints: ['list', 'get', 'create', 'update', 'archive'],
  fields: {
    employee_id: field(Id, { required: true, writable: 'once', filter: true, references: 'employees' }),
    role: field(z.enum(['member', 'lead', 'deputy']), {
      ...{ filter: true, sort: 'value', pgType: 'team_member_role' },
    }),
    allocation_percent: field(z.int().min(1).max(100).nullable(), {
      shown: z
        .int()
        .nullable()
        .meta({ description: 'The share of their time that the team gets, if agreed' }),
    }),
    is_home: field(z.boolean(), {
      shown: z.boolean().meta({ description: 'Follows from team_id of the employee, for past days as well' }),
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
    create: 'An employee became a member of a team: one event for each.',
    update: 'A member of a team has another part in it or another time.',
    archive: 'An employee is no member of a team any more: one event for each.',
  },
  hooks: { beforeLock: lockMemberEmployee, beforeWrite: rejectMember, beforeArchive: rejectToLeaveHome },
  warnings: warnOfOverallocation,
});
