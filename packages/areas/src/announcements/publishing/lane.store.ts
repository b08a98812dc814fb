import type { Backlog, Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { announcements } from '../announcements.resource.ts';

const { sql } = Prisma;

const isToPublish = sql`w.status = 'scheduled' and w.publish_at <= now() and w.deleted_at is null`;
const isToExpire = sql`w.status = 'published' and w.expires_at <= now() and w.deleted_at is null`;

/** No `next`: the sweeper finds due announcements within seconds. */
export const announcementBacklog: Backlog = {
  from: sql`announcements w`,
  due: () => sql`((${isToPublish}) or (${isToExpire}))`,
};

const steps = {
  publish: {
    isDue: isToPublish,
    from: 'scheduled',
    values: { status: 'published', publish_at: null, published_at: sql`now()` },
  },
  expire: { isDue: isToExpire, from: 'published', values: { status: 'expired' } },
};

/** Locks the next announcements that are due. Skips those that another transaction has locked. */
export async function lockDue(
  tx: Transaction,
  caller: Caller,
  step: keyof typeof steps,
  limit: number,
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select w.id from announcements w where w.org_id = ${caller.org_id} and ${steps[step].isDue}
      order by w.id limit ${limit}::int for no key update skip locked`,
  );
  return rows.map(({ id }) => id);
}

/** Publishes or expires announcements that {@link lockDue} has locked. */
export function changeDue(caller: Caller, step: keyof typeof steps, ids: number[]): Change<{ id: number }> {
  const { table } = announcements;
  const { from, values } = steps[step];
  return {
    table,
    statement: updateRows(caller, table, values, sql`id = any(${ids}::int[]) and status = ${from}`),
    select: sql`c.id`,
  };
}
