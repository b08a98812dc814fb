import { Id, Line, LongId, Paging, PagingWithoutIds, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const maxSearchLength = 100;

const actorTypes = ['user', 'api_key', 'system', 'operator'] as const;
const outcomes = ['success', 'denied', 'failed'] as const;

export const AuditEntry = z.object({
  id: LongId,
  org_id: Id,
  occurred_at: Timestamp,
  event_id: LongId.nullable().meta({ description: 'The event of the same write' }),
  actor_type: z.enum(actorTypes),
  actor_id: Id.nullable(),
  actor_name: z.string().meta({ description: 'The current name of the actor' }),
  action: z.string(),
  outcome: z.enum(outcomes),
  resource: z.string(),
  record_id: LongId.nullable(),
  changes: z
    .array(z.object({ field: z.string(), from: z.unknown().optional(), to: z.unknown().optional() }))
    .meta({
      description: '`from` and `to` are omitted if the caller may not read all records of the resource',
    }),
  erased: z.boolean().meta({ description: 'True if the values were about a person and have been erased' }),
  request_id: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
});

const Word = z
  .string()
  .regex(
    /^[a-z][a-z0-9_.-]{0,62}$/,
    'Must be 1 to 63 characters of a-z, 0-9, _, . and -, starting with a letter',
  );

/** Filters of the list. Ids are numbers in JSON and text in a query. */
const filters = <IdShape extends z.ZodType<number>>(id: IdShape) => ({
  actor_id: id.optional(),
  actor_type: z.enum(actorTypes).optional(),
  action: Word.optional(),
  outcome: z.enum(outcomes).optional(),
  resource: Word.optional(),
  record_id: id.optional(),
  request_id: Line(128).optional(),
  from: Timestamp.optional().meta({ description: 'Only entries at or after this time' }),
  to: Timestamp.optional().meta({ description: 'Only entries before this time' }),
  q: Line(maxSearchLength).optional().meta({
    description:
      'Searches action, resource and name of the acting user, ignoring case; also finds request ids that begin with it, as written or in lower case',
  }),
});

/** A filter as JSON, for exports and saved searches. */
export const EntryFilter = z.strictObject(filters(Id));
export type EntryFilter = z.output<typeof EntryFilter>;

export const ListAuditEntries = z.strictObject({ ...PagingWithoutIds, ...filters(QueryId) });
export type ListAuditEntries = z.output<typeof ListAuditEntries>;

const anyLongId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Must be a positive integer')
  .transform(Number)
  .pipe(LongId);

export const EntryParams = z.strictObject({ id: anyLongId });

export const Checkpoint = z.object({
  id: Id.meta({ description: 'The position in the chain' }),
  head: z.string().meta({ description: 'The hash at that position: SHA-256 in hexadecimal' }),
  created_at: Timestamp,
});

export const ListCheckpoints = z.strictObject(Paging);
export type ListCheckpoints = z.output<typeof ListCheckpoints>;
