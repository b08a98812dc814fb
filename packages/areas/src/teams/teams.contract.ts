import { Email, Id, Line, Paging, Prose, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const teamKinds = ['department', 'squad', 'committee'] as const;

export const Team = z.object({
  id: Id,
  org_id: Id,
  name: z.string(),
  slug: z.string(),
  kind: z.enum(teamKinds),
  parent_id: Id.nullable(),
  lead_employee_id: Id.nullable(),
  description: z.string(),
  color: z.string().nullable(),
  email: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be a-z, 0-9 and single hyphens between them');

const optional = {
  slug: Slug.optional().meta({ description: 'Made from the name when left out' }),
  kind: z.enum(teamKinds).optional(),
  parent_id: Id.nullable().optional(),
  lead_employee_id: Id.nullable().optional(),
  description: Prose(2_000).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Must look like #1f6feb')
    .nullable()
    .optional(),
  email: Email.nullable().optional(),
};

export const CreateTeam = z.strictObject({ name: Line(100), ...optional });
export type CreateTeam = z.output<typeof CreateTeam>;

export const PatchTeam = z.strictObject({ name: Line(100).optional(), ...optional });
export type PatchTeam = z.output<typeof PatchTeam>;

/** What a list can be sorted by, and whether it is a word, whose capitals do not count. */
export const teamSorts = { name: 'word', kind: 'value', created_at: 'value', updated_at: 'value' } as const;
const sorts = Object.keys(teamSorts).flatMap((name) => [name, `-${name}`]);

export const ListTeams = z.strictObject({
  ...Paging,
  kind: z.enum(teamKinds).optional(),
  parent_id: QueryId.optional(),
  lead_employee_id: QueryId.optional(),
  sort: z.enum(sorts).default('name').meta({ description: 'Backwards with a hyphen before it' }),
  q: Line(100).optional().meta({ description: 'Part of the name' }),
});
export type ListTeams = z.output<typeof ListTeams>;
