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
  is_service: z.boolean().meta({ description: 'Stands for a program: signs in by API key alone' }),
  email_verified_at: Timestamp.nullable(),
  last_login_at: Timestamp.nullable(),
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
  roles: z.array(z.string()).meta({ description: 'Codes of the roles held at this moment' }),
});

const changeable = {
  first_name: Line(100),
  last_name: Line(100),
  display_name: Line(100).nullable(),
  locale: Locale,
  time_zone: TimeZone,
  avatar_file_id: Id.nullable().meta({ description: 'An image that you or the user uploaded' }),
};

/** What a person changes about themselves, and others about them. An address is changed by its holder alone. */
export const PatchUser = z.strictObject(changeable).partial();
named('UserPatch', PatchUser);
export type PatchUser = z.output<typeof PatchUser>;

const RoleIds = z.array(Id).max(20);

export const CreateUser = z.strictObject({
  email: Email,
  first_name: changeable.first_name,
  last_name: changeable.last_name,
  display_name: changeable.display_name.optional(),
  locale: Locale.optional(),
  time_zone: TimeZone.optional(),
  password: NewPassword.optional().meta({
    description: 'Without one the user is invited by mail and cannot sign in yet',
  }),
  role_ids: RoleIds.optional().meta({
    description: 'Without it the default role is given; an empty list gives none',
  }),
  is_service: z.boolean().optional().meta({
    description: 'A program: active at once, without password or mail. Needs user:manage',
  }),
});
export type CreateUser = z.output<typeof CreateUser>;

export const InviteUser = z.strictObject({
  email: Email,
  role_ids: RoleIds.optional(),
  employee_id: Id.optional().meta({ description: 'The employee who this is; needs employee:update' }),
  first_name: changeable.first_name.optional(),
  last_name: changeable.last_name.optional(),
});
export type InviteUser = z.output<typeof InviteUser>;

export const userSorts = ['name', 'email', 'status', 'created_at', 'updated_at', 'last_login_at'] as const;

const filters = {
  status: z.enum(userStatuses).optional(),
  role: NamedValue('role', Line(50)).optional().meta({ description: 'Code of a role held at this moment' }),
  team_id: QueryId.optional().meta({ description: 'Whose employee belongs to this team' }),
  is_service: Flag.optional(),
  q: Line(100).optional().meta({ description: 'Part of a name or e-mail address' }),
};

export const ListUsers = z.strictObject({
  ...Paging,
  ...filters,
  sort: SortBy(userSorts, 'name'),
  deleted: Flag.optional().meta({ description: 'Deleted users instead; for those with user:manage' }),
});
export type ListUsers = z.output<typeof ListUsers>;

/** What may limit an export: a filter of JSON, so numbers and flags are themselves. */
export const UserFilter = z.strictObject({
  ...filters,
  team_id: Id.optional(),
  is_service: z.boolean().optional(),
});
export type UserFilter = z.output<typeof UserFilter>;

export const Deactivate = z.strictObject({
  reassign_to: Id.nullable()
    .optional()
    .meta({ description: 'The user who takes over the open tasks that are assigned to this one' }),
});
export type Deactivate = z.output<typeof Deactivate>;

export const EndedSessions = z.object({ ended: z.int().nonnegative() });

export const EraseUser = z.strictObject({
  confirm: z.string().max(254).meta({ description: 'The e-mail address of the user, typed again' }),
});
export type EraseUser = z.output<typeof EraseUser>;
