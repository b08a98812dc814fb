import type { Backlog, Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { changeDayStart } from '../timeline/time-zones.store.ts';

const { sql } = Prisma;

export interface DueChange {
  id: number;
  employee_id: number;
  /** True for the first hire and for corrections of it. */
  is_hire: boolean;
  /** The user who decided it, or who moved it to another day after that. */
  decided_by: number | null;
  /** The key with which it was decided. */
  api_key_id: number | null;
}

const changes = sql`employee_changes h join employees e on e.org_id = h.org_id and e.id = h.employee_id
  and e.deleted_at is null`;
// `applies_at` was computed when the change was made, without the place, and the time zone may have changed since. The column only narrows
// the index scan: the greatest difference between two zones is 26 hours.
const isDue = (
  now: Date,
) => sql`h.state = 'scheduled' and h.applies_at <= ${now}::timestamptz + interval '27 hours'
  and ${changeDayStart('h')} <= ${now}::timestamptz`;

export const dueChangesBacklog: Backlog = {
  from: changes,
  orgId: sql`h.org_id`,
  due: isDue,
  next: {
    at: changeDayStart('h'),
    where: (now) => sql`h.state = 'scheduled' and ${changeDayStart('h')} > ${now}::timestamptz`,
  },
};

export async function findDueChanges(
  platform: Platform,
  org_id: number,
  after: readonly number[],
  most: number,
): Promise<DueChange[]> {
  const now = platform.clock.now();
  return readCrossTenant(
    platform,
    sql`select h.id, h.employee_id, coalesce(h.set -> 'original_hire_date' = 'null', false) as is_hire,
        coalesce(h.rescheduled_by, h.decided_by, h.updated_by, h.created_by) as decided_by,
        case when h.rescheduled_by is null then h.api_key_id else h.rescheduled_with end as api_key_id
      from ${changes} where ${isDue(now)} and h.org_id = ${org_id}
        and h.id <> all(${[...after]}::int[])
      order by ${changeDayStart('h')}, h.effective_date, h.sequence, h.id limit ${most}::int`,
  );
}
