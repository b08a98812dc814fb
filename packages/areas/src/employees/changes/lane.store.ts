import type { Backlog, Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { changeDayStart } from '../timeline/timeline.store.ts';

const { sql } = Prisma;

export interface DueChange {
  id: number;
  employee_id: number;
  /** True for the first hire and for corrections of it. */
  is_hire: boolean;
  decided_by: number | null;
  /** The key with which it was decided. */
  api_key_id: number | null;
  /** True if the employee was linked to the user after the decision. */
  is_linked_later: boolean;
  linked_by: number | null;
  linked_with: number | null;
}

const changes = sql`employee_changes h join employees e on e.org_id = h.org_id and e.id = h.employee_id
  and e.deleted_at is null`;
// `applies_at` was computed when the change was made, and the time zone may have changed since. The column only narrows
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
        coalesce(h.decided_by, h.updated_by, h.created_by) as decided_by, h.api_key_id,
        coalesce(e.user_linked_at > h.updated_at, false) as is_linked_later,
        e.user_linked_by as linked_by, e.user_linked_with as linked_with
      from ${changes} where ${isDue(now)} and h.org_id = ${org_id}
        and h.id <> all(${[...after]}::int[])
      order by ${changeDayStart('h')}, h.effective_date, h.sequence, h.id limit ${most}::int`,
  );
}
