import { CalendarDate, Flag, Id, Line, Paging, Prose, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const positionStatuses = ['draft', 'open', 'frozen', 'closed'] as const;
export type PositionStatus = (typeof positionStatuses)[number];

export const Position = z.object({
  id: Id,
  org_id: Id,
  title: z.string(),
  code: z.string(),
  family: z.string().nullable(),
  level: z.int().nullable(),
  team_id: Id.nullable(),
  description: z.string(),
  headcount: z.int().positive().meta({ description: 'How many seats there are' }),
  status: z.enum(positionStatuses),
  default_role_id: Id.nullable().meta({ description: 'The role that comes with a seat, and goes with it' }),
  filled: z
    .int()
    .nonnegative()
    .meta({ description: 'Who hold a seat or are to take one on a day that is decided' }),
  vacant: z.int().nonnegative(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

const optional = {
  family: Line(100).nullable().optional(),
  level: z.int().min(0).max(1_000).nullable().optional(),
  team_id: Id.nullable().optional(),
  description: Prose(5_000).optional(),
  headcount: z.int().min(1).max(100_000).optional(),
  default_role_id: Id.nullable().optional(),
};

export const CreatePosition = z.strictObject({
  title: Line(200),
  code: Line(50),
  ...optional,
  status: z.enum(['draft', 'open']).optional(),
});
export type CreatePosition = z.output<typeof CreatePosition>;

export const PatchPosition = z.strictObject({
  title: Line(200).optional(),
  code: Line(50).optional(),
  ...optional,
});
export type PatchPosition = z.output<typeof PatchPosition>;

export const positionSorts = ['title', 'code', 'family', 'level', 'created_at', 'updated_at'] as const;
const sorts = positionSorts.flatMap((name) => [name, `-${name}`] as const);

const filters = { team_id: QueryId.optional(), family: Line(100).optional() };

export const ListPositions = z.strictObject({
  ...Paging,
  ...filters,
  status: z.enum(positionStatuses).optional(),
  vacant: Flag.optional().meta({ description: 'Whether a seat is free' }),
  q: Line(100).optional().meta({ description: 'Part of the title or the code' }),
  sort: z.enum(sorts).default('title'),
});
export type ListPositions = z.output<typeof ListPositions>;

export const ListVacancies = z.strictObject({ ...Paging, ...filters });
export type ListVacancies = z.output<typeof ListVacancies>;

export const ListHolders = z.strictObject({
  ...Paging,
  as_of: CalendarDate.optional().meta({ description: 'Today (UTC) when left out' }),
});
export type ListHolders = z.output<typeof ListHolders>;

export const Holder = z.object({
  employee_id: Id,
  employee_number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  since: CalendarDate,
});
