import type { Caller } from '../../caller.ts';
import { poolsFor } from '../connections/database.ts';
import { translateErrors } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';
import { stableMark } from '../statements/statement-names.ts';
import { actorName, actorType } from './authors.ts';

const { sql } = Prisma;

/** An audit entry for an action that changed no record and so has no event. */
export interface AuditNote {
  /** For example `read` or `sign_in`. */
  action: string;
  resource: string;
  record_id?: number | null;
  outcome: 'success' | 'denied' | 'failed';
  /** No personal data: erasure does not cover these values. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Inserts an audit entry without an event: for a denied call, a failed sign-in, a read of sensitive data. Calls that
 * must not happen unrecorded await this function, and fail if it fails.
 */
export async function writeAuditNote(caller: Caller, note: AuditNote): Promise<void> {
  const { ip, user_agent, request_id } = caller.origin;
  await translateErrors(
    poolsFor(caller).writing.execute(
      sql`${Prisma.raw(stableMark)} insert into audit_log (org_id, occurred_at, actor_type, actor_id, actor_name, action,
          outcome, resource, record_id, ip, user_agent, request_id, after)
        values (${caller.org_id}::int, date_trunc('milliseconds', clock_timestamp()), ${actorType(caller)}::audit_actor_type,
          ${caller.user_id}::int, ${actorName(caller)}, ${note.action}, ${note.outcome}::audit_outcome,
          ${note.resource}, ${note.record_id ?? null}::int8, ${ip}, ${user_agent}, ${request_id},
          ${JSON.stringify(note.details) ?? null}::jsonb)`,
    ),
  );
}
