import { Email, Id, Line, Paging, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { NewPassword } from '../auth/index.ts';

export const userStatuses = ['invited', 'active', 'suspended', 'deactivated'] as const;

const fields = {
  org_id: Id,
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  display_name: z.string().nullable(),
  locale: z.string(),
  time_zone: z.string(),
  status: z.enum(userStatuses),
  is_service: z.boolean(),
  last_login_at: Timestamp.nullable(),
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

export const CreateUser = z.strictObject({
  email: Email,
  first_name: Line(100),
  last_name: Line(100),
  password: NewPassword.optional().meta({
    description: 'Without one the user is invited and cannot sign in yet',
  }),
  role_ids: z.array(Id).max(20).default([]),
});
export type CreateUser = z.output<typeof CreateUser>;

export const ListUsers = z.strictObject({
  ...Paging,
  status: z.enum(userStatuses).optional(),
  q: Line(100).optional().meta({ description: 'Part of a name or e-mail address' }),
});
export type ListUsers = z.output<typeof ListUsers>;
