import type { Caller, Platform } from '@wfp/shared';
import { type Change, insertInto, Prisma, recordedTable } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';

const { sql } = Prisma;

const ttlSeconds = 60;

/** Tickets for the stream. Their events are about the user, as those of sign-ins are. */
const streamTicketsTable = recordedTable({
  name: 'stream_tickets',
  aggregate: 'user',
  aggregate_id: 'user_id',
  resource: 'stream_ticket',
  columns: Prisma.StreamTicketScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
});

/** What a ticket stands for. */
export interface TicketCredential {
  session_id: number | null;
  api_key_id: number | null;
  credential_expires_at: Date | null;
}

export function insertStreamTicket(
  caller: Caller,
  token_hash: Buffer,
  stands: TicketCredential,
): Change<{ expires_at: Date }> {
  return {
    table: streamTicketsTable,
    statement: insertInto(caller, streamTicketsTable, {
      user_id: caller.user_id,
      token_hash,
      ...stands,
      expires_at: sql`date_trunc('milliseconds', now()) + ${ttlSeconds}::int * interval '1 second'`,
    }),
    select: sql`c.expires_at`,
  };
}

/** A ticket that was taken, and whose it is. */
export interface ConsumedTicket extends TicketCredential {
  org_id: number;
  user_id: number;
}

/** Takes a ticket away. Of many uses at once exactly one gets it: the row's lock decides. */
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
