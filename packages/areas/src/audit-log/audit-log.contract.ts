import { Id, LongId, Paging, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const AuditEntry = z.object({
  id: LongId,
  org_id: Id,
  occurred_at: Timestamp,
  event_id: LongId.nullable().meta({ description: 'The event written together with it' }),
  actor_type: z.enum(['user', 'api_key', 'system']),
  actor_id: Id.nullable(),
  actor_name: z.string().meta({ description: 'As the actor is called now' }),
  action: z.string(),
  outcome: z.enum(['success', 'denied', 'failed']),
  resource: z.string(),
  record_id: LongId.nullable(),
  changes: z
    .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
    .meta({ description: 'Without `from` and `to` where the caller may not read the resource' }),
  erased: z.boolean().meta({ description: 'The values were about a person and have been destroyed' }),
  request_id: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
});

const Word = z.string().regex(/^[a-z][a-z0-9_.]{0,62}$/, 'Must be a-z, 0-9, _ and .');

export const ListAuditEntries = z.strictObject({
  ...Paging,
  resource: Word.optional(),
  record_id: QueryId.optional(),
  actor_id: QueryId.optional(),
  action: Word.optional(),
  from: Timestamp.optional().meta({ description: 'Only entries of this moment or after it' }),
  to: Timestamp.optional().meta({ description: 'Only entries before this moment' }),
});
export type ListAuditEntries = z.output<typeof ListAuditEntries>;

const anyLongId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(LongId);

export const EntryParams = z.strictObject({ id: anyLongId });
