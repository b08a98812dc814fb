import { Id, Line, Paging, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { EntryFilter } from '../audit-log.contract.ts';

export const AuditSearch = z.object({
  id: Id,
  org_id: Id,
  name: z.string(),
  filter: z.record(z.string(), z.unknown()),
  is_shared: z.boolean().meta({ description: 'Whether all who read the audit log see it' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

const Filter = EntryFilter.meta({ description: 'As the list takes them, with ids as numbers' });

export const CreateSearch = z.strictObject({
  name: Line(100),
  filter: Filter,
  is_shared: z.boolean().default(false),
});
export type CreateSearch = z.output<typeof CreateSearch>;

export const PatchSearch = z.strictObject({
  name: Line(100).optional(),
  filter: Filter.optional(),
  is_shared: z.boolean().optional(),
});
export type PatchSearch = z.output<typeof PatchSearch>;

export const ListSearches = z.strictObject({
  ...Paging,
  q: Line(100).optional().meta({ description: 'Part of the name' }),
});
export type ListSearches = z.output<typeof ListSearches>;
