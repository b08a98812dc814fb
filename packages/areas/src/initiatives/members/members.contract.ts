import { Id, Paging, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const initiativeRoles = ['lead', 'member', 'stakeholder'] as const;
const Role = z.enum(initiativeRoles);

export const InitiativeMember = z.object({
  id: Id,
  org_id: Id,
  initiative_id: Id,
  employee_id: Id,
  role: Role,
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

export const AddInitiativeMember = z.strictObject({ employee_id: Id, role: Role.default('member') });
export type AddInitiativeMember = z.output<typeof AddInitiativeMember>;

export const PatchInitiativeMember = z.strictObject({ role: Role.optional() });
export type PatchInitiativeMember = z.output<typeof PatchInitiativeMember>;

export const ListInitiativeMembers = z.strictObject({
  ...Paging,
  role: Role.optional(),
  employee_id: QueryId.optional(),
});
export type ListInitiativeMembers = z.output<typeof ListInitiativeMembers>;

export const MemberOfInitiative = z.strictObject({ initiativeId: QueryId, id: QueryId });
export type MemberOfInitiative = z.output<typeof MemberOfInitiative>;
