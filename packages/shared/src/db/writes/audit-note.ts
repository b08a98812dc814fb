import type { Caller } from '../../caller.ts';
import { poolsOf } from '../connections/database.ts';
import { translateErrors } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';
import { stableMark } from '../statements/statement-names.ts';
import { actorName, actorType } from './record.ts';

const { sql } = Prisma;

/** Something to remember that changed no record and so has no event. */
export interface AuditNote {
  /** What was done or tried: a word such as `read`, `sign_in`. */
  action: string;
  resource: string;
  record_id?: number | null;
  outcome: 'success' | 'denied' | 'failed';
  /** What more there is to know of it. No values about people: these could not be destroyed. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Writes an audit entry without an event: a denied call, a failed sign-in, a read of what is sensitive.
 * A call that must not happen unrecorded waits for it and fails with it.
 */
export async function writeAuditNote(caller: Caller, note: AuditNote): Promise<void> {
  const { ip, user_agent, request_id } = caller.origin;
  await translateErrors(
    poolsOf(caller.platform.database).writing.execute(
      sql`${Prisma.raw(stableMark)} insert into audit_log (org_id, occurred_at, actor_type, actor_id, actor_name, action,
          outcome, resource, record_id, ip, user_agent, request_id, after)
        values (${caller.org_id}::int, date_trunc('milliseconds', clock_timestamp()), ${actorType(caller)}::audit_actor_type,
          ${caller.user_id}::int, ${actorName(caller)}, ${note.action}, ${note.outcome}::audit_outcome,
          ${note.resource}, ${note.record_id ?? null}::int8, ${ip}, ${user_agent}, ${request_id},
          ${note.details ? JSON.stringify(note.details) : null}::jsonb)`,
    ),
  );
}
