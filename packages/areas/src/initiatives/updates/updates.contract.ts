import { Id, Paging, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { initiativeHealths, Progress } from '../rows/initiatives.contract.ts';

export const InitiativeUpdate = z.object({
  id: Id,
  org_id: Id,
  initiative_id: Id,
  health: z.enum(initiativeHealths),
  body: z.string(),
  progress: Progress.nullable(),
  created_at: Timestamp,
  created_by: Id.nullable(),
});

export const CreateUpdate = z.strictObject({
  health: z.enum(initiativeHealths),
  body: z
    .string()
    .max(20_000)
    .refine((text) => text.trim() !== '', 'Must not be empty'),
  progress: Progress.optional().meta({ description: 'Per cent; only where progress_mode is manual' }),
});
export type CreateUpdate = z.output<typeof CreateUpdate>;

export const ListUpdates = z.strictObject(Paging);
export type ListUpdates = z.output<typeof ListUpdates>;
