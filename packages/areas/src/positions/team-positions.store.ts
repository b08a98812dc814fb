import type { Caller } from '@wfp/shared';
import { Prisma, type Steps, updateRows } from '@wfp/shared/db';
import { positions } from './position.resource.ts';

const { sql } = Prisma;

/**
 * Puts the positions of one team into another, in the transaction in which the first one goes. Needs the event
 * `position.post_update`.
 */
export async function moveTeamPositions(tx: Steps, caller: Caller, from: number, to: number): Promise<void> {
  const where = sql`team_id = ${from} and deleted_at is null`;
  const statement = updateRows(caller, positions.table, { team_id: to }, where);
  await tx.write({ table: positions.table, statement, select: sql`c.id` }, { event: 'position.post_update' });
}
