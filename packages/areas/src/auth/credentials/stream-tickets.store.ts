import type { Caller, Platform } from '@wfp/shared';
import { type Change, insertInto, Prisma, recordedTable } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';

const { sql } = Prisma;

const ttlSeconds = 60;

/** Stream tickets. Their events belong to the user, like those of sign-ins. */
const streamTicketsTable = recordedTable({
  name: 'stream_tickets',
  aggregate: 'user',
  aggregate_id: 'user_id',
  resource: 'stream_ticket',
  columns: Prisma.StreamTicketScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
});

export interface TicketCredential {
  session_id: number | null;
  api_key_id: number | null;
  credential_expires_at: Date | null;
}

export function insertStreamTicket(
  caller: Caller,
  token_hash: Buffer,
  credential: TicketCredential,
): Change<{ expires_at: Date }> {
  return {
    table: streamTicketsTable,
    statement: insertInto(caller, streamTicketsTable, {
      user_id: caller.user_id,
      token_hash,
      ...credential,
      expires_at: sql`date_trunc('milliseconds', now()) + ${ttlSeconds}::int * interval '1 second'`,
    }),
    select: sql`c.expires_at`,
  };
}

export interface ConsumedTicket extends TicketCredential {
  org_id: number;
  user_id: number;
}

/** Consumes a ticket. Exactly one of several concurrent uses gets it, because of the row lock. */
export async function consumeStreamTicket(
  platform: Platform,
  token_hash: Buffer,
): Promise<ConsumedTicket | undefined> {
  const [row] = await executeOperational<ConsumedTicket>(
    platform,
    sql`delete from stream_tickets t where t.token_hash = ${token_hash} and t.expires_at > now()
      returning t.org_id, t.user_id, t.session_id, t.api_key_id, t.credential_expires_at`,
  );
  return row;
}
