import type { Backlog, Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { userOf } from '../accounts/index.ts';

const { sql } = Prisma;

export const labelMoveBacklog: Backlog = { from: sql`task_label_moves w`, due: () => sql`true` };

/** A queued replacement, and the user who requested it. */
export interface LabelMoveRequest {
  id: number;
  from: string;
  to: string;
  user_id: number | null;
  name: string;
}

/** Returns the oldest replacement: if a label is renamed twice, its tasks must be changed in the same order. */
export async function nextMove(platform: Platform, org_id: number): Promise<LabelMoveRequest | undefined> {
  const [row] = await readCrossTenant<LabelMoveRequest>(
    platform,
    byKey(sql`select m.id, m."from", m."to", u.id as user_id, coalesce(u.first_name || ' ' || u.last_name, 'System') as name
      from task_label_moves m left join ${userOf('u', 'm', 'asked_by')}
      where m.org_id = ${org_id} order by m.id limit 1`),
  );
  return row;
}

export async function finishMove(platform: Platform, org_id: number, id: number): Promise<void> {
  await executeOperational(
    platform,
    sql`delete from task_label_moves where org_id = ${org_id} and id = ${id} returning id`,
  );
}
