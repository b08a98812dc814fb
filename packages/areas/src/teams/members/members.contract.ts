import { CalendarDate, Flag, Id, named, Paging, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const memberRoles = ['member', 'lead', 'deputy'] as const;

export const TeamMember = z.object({
  id: Id,
  org_id: Id,
  team_id: Id,
  employee_id: Id,
  role: z.enum(memberRoles),
  allocation_percent: z
    .int()
    .nullable()
    .meta({ description: 'How much of their time, where somebody said so' }),
  joined_on: CalendarDate,
  left_on: CalendarDate.nullable().meta({ description: 'The first day on which they are no member' }),
  is_home: z
    .boolean()
    .meta({ description: 'Follows from team_id of the employee, on whatever days it named the team' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

/** What is written may be unwise and yet allowed; that is said, and only then. */
export const ChangedMember = TeamMember.extend({ warnings: z.array(z.string()).optional() });
named('ChangedTeamMember', ChangedMember);

const allocation_percent = z.int().min(1).max(100).nullable().optional();

export const AddMember = z.strictObject({
  employee_id: Id,
  role: z.enum(memberRoles).default('member'),
  allocation_percent,
  joined_on: CalendarDate.optional().meta({ description: 'Today (UTC) when left out' }),
});
export type AddMember = z.output<typeof AddMember>;

export const PatchMember = z.strictObject({ role: z.enum(memberRoles).optional(), allocation_percent });
export type PatchMember = z.output<typeof PatchMember>;

export const ListMembers = z.strictObject({
  ...Paging,
  role: z.enum(memberRoles).optional(),
  employee_id: QueryId.optional(),
  active_on: CalendarDate.optional().meta({ description: 'Who were, or will be, members on that day' }),
  left: Flag.optional().meta({
    description: 'true: who have left; otherwise members of now and of days to come',
  }),
});
export type ListMembers = z.output<typeof ListMembers>;

export const TeamParams = z.strictObject({ teamId: QueryId });
export const MemberParams = z.strictObject({ teamId: QueryId, id: QueryId });
