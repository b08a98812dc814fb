import type { Caller } from '@wfp/shared';
import { Prisma, type RecordedTable, type Transaction, updateRows } from '@wfp/shared/db';

const { sql } = Prisma;

/**
 * Gives the live rows of a table that belong to one team to another, each with its event, in the transaction in which
 * the first one goes. Needs the event `post_update` of what they are.
 */
export async function moveHoldings(
  tx: Transaction,
  caller: Caller,
  table: RecordedTable,
  from: number,
  to: number,
): Promise<void> {
  const where = sql`team_id = ${from} and deleted_at is null`;
  const statement = updateRows(caller, table, { team_id: to }, where);
  await tx.write({ table, statement, select: sql`c.id` }, { event: `${table.aggregate}.post_update` });
}
