import {
  Email,
  Flag,
  Id,
  Line,
  Locale,
  NamedValue,
  named,
  Paging,
  QueryId,
  SortBy,
  Timestamp,
  TimeZone,
} from '@wfp/shared/contract';
import { z } from 'zod';
import { userStatuses } from '../../accounts/index.ts';
import { NewPassword } from '../../auth/index.ts';

const fields = {
  org_id: Id,
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  display_name: z.string().nullable(),
  avatar_file_id: Id.nullable(),
  locale: z.string(),
  time_zone: z.string(),
  status: z.enum(userStatuses),
  is_service: z.boolean().meta({ description: 'Service user for programs, which uses API keys only' }),
  follow_employee_name: z.boolean().meta({
    description: 'True if first and last name follow those of the linked employee',
  }),
  email_verified_at: Timestamp.nullable(),
  last_login_at: Timestamp.nullable().meta({
    description:
      'Null for other users unless you have user:manage or audit_log:read, or the setting privacy.show_sign_in_times is true',
  }),
  suspension_reason: z.string().nullable().meta({
    description: 'Reason of the suspension; null unless the user is suspended and you have user:manage',
  }),
  left_as_employee: z.boolean().nullable().meta({
    description: 'True if a termination deactivated the user; null unless you have user:manage',
  }),
  erased_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
};

export const User = z.object(fields);

export const Me = z.object({
  ...fields,
  org_name: z.string(),
  org_slug: z.string(),
  employee_id: Id.nullable(),
  roles: z.array(z.string()).meta({ description: 'Codes of the current roles' }),
});

const changeable = {
  first_name: Line(100),
  last_name: Line(100),
  display_name: Line(100).nullable(),
  locale: Locale,
  time_zone: TimeZone,
  avatar_file_id: Id.nullable().meta({
    description:
      'File id of an image that you uploaded, or the current one; everyone who can read the user can then read the file',
  }),
};

/** Does not include the email address, which only the user can change. */
export const PatchUser = z.strictObject(changeable).partial();
named('UserPatch', PatchUser);
export type PatchUser = z.output<typeof PatchUser>;

export const PatchMe = PatchUser.extend({
  follow_employee_name: z.boolean().optional().meta({
    description: 'If true, first and last name are those of your employee record, now and in future',
  }),
});
named('MePatch', PatchMe);
export type PatchMe = z.output<typeof PatchMe>;

const RoleIds = z.array(Id).max(20);

export const CreateUser = z.strictObject({
  email: Email,
  first_name: changeable.first_name,
  last_name: changeable.last_name,
  display_name: changeable.display_name.optional(),
  locale: Locale.optional(),
  time_zone: TimeZone.optional(),
  password: NewPassword.optional().meta({
    description: 'If omitted, the user is invited by mail and cannot sign in yet',
  }),
  role_ids: RoleIds.optional().meta({
    description: 'Default: the default role. An empty list grants none',
  }),
  is_service: z.boolean().optional().meta({
    default: false,
    description: 'Service user: active immediately, without password and mail. Requires user:manage',
  }),
});
export type CreateUser = z.output<typeof CreateUser>;

export const InviteUser = z.strictObject({
  email: Email,
  role_ids: RoleIds.optional(),
  employee_id: Id.optional().meta({ description: 'Employee to link; requires employee:update' }),
  first_name: changeable.first_name.optional(),
  last_name: changeable.last_name.optional(),
});
export type InviteUser = z.output<typeof InviteUser>;

export const InvitedUser = named(
  'InvitedUser',
  User.extend({
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: "Such as the role that comes with the employee's position" }),
  }),
);

export const userSorts = ['name', 'email', 'status', 'created_at', 'updated_at', 'last_login_at'] as const;

const filters = {
  status: z.enum(userStatuses).optional(),
  role: NamedValue('role', Line(50)).optional().meta({ description: 'Code of a current role' }),
  team_id: QueryId.optional().meta({ description: 'Team of the linked employee' }),
  is_service: Flag.optional(),
  q: Line(100).optional().meta({ description: 'Part of a name or email address; case-insensitive' }),
};

export const ListUsers = z.strictObject({
  ...Paging,
  ...filters,
  sort: SortBy(userSorts, 'name'),
  deleted: Flag.optional().meta({ description: 'List deleted users instead; requires user:manage' }),
});
export type ListUsers = z.output<typeof ListUsers>;

/** Filter of an export: JSON, so numbers and flags are not strings. */
export const UserFilter = z.strictObject({
  ...filters,
  team_id: Id.optional(),
  is_service: z.boolean().optional(),
});
export type UserFilter = z.output<typeof UserFilter>;

export const DeactivateUser = z.strictObject({
  reassign_to: Id.nullable().optional().meta({ description: 'User to whom the open tasks are reassigned' }),
});
export type DeactivateUser = z.output<typeof DeactivateUser>;

export const SuspendUser = z.strictObject({
  reason: Line(500).nullable().optional().meta({
    description: 'Shown to users with user:manage, not to the suspended user',
  }),
});
export type SuspendUser = z.output<typeof SuspendUser>;

export const EndedSessions = z.object({ ended: z.int().nonnegative() });

export const EraseUser = z.strictObject({
  confirm: z.string().max(254).meta({ description: 'Email address of the user, as confirmation' }),
});
export type EraseUser = z.output<typeof EraseUser>;
