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

// The start of the day depends on the place, so it is computed once for each row that the other conditions leave.
const changes = sql`employee_changes h join employees e on e.org_id = h.org_id and e.id = h.employee_id
  and e.deleted_at is null cross join lateral (select ${changeDayStart('h')} as starts_at offset 0) d`;

/**
 * `applies_at` was computed when the change was made, without the place, and the time zone may have changed since. The
 * column only narrows the index scan: the greatest difference between two zones is 26 hours.
 */
const maxDifference = sql`interval '27 hours'`;

const isDue = (
  now: Date,
) => sql`h.state = 'scheduled' and h.applies_at <= ${now}::timestamptz + ${maxDifference}
  and d.starts_at <= ${now}::timestamptz`;

/**
 * Condition: the change can be the next one. No change that begins later is next, unless the first one cannot be applied: then
 * the sweeper wakes the lane.
 */
const canBeNext = (now: Date, org_id: number) => sql`h.applies_at <= (
  select w.applies_at + 2 * ${maxDifference} from employee_changes w where w.org_id = ${org_id} and w.state = 'scheduled'
    and w.applies_at > ${now}::timestamptz - ${maxDifference} order by w.applies_at limit 1)`;

/** The number of waiting changes of an organization that a sweep examines at once. */
export const maxExamined = 1_000;

/**
 * Organizations with due changes. Of each organization, examines the first changes by `applies_at` and as many others, at random:
 * computing when a day starts takes 20 microseconds, and an organization may have scheduled any number of changes for tomorrow.
 */
function selectDueOrganizations(now: Date): Prisma.Sql {
  const isWaiting = sql`h.state = 'scheduled' and h.applies_at <= ${now}::timestamptz + ${maxDifference}`;
  const hasDue = (offset: Prisma.Sql) => sql`exists (
    select from (select h.org_id, h.employee_id, h.effective_date, h.sequence, h.set from employee_changes h
      where h.org_id = o.org_id and ${isWaiting} order by h.applies_at limit ${maxExamined}::int offset ${offset}) h
    join employees e on e.org_id = h.org_id and e.id = h.employee_id and e.deleted_at is null
    where ${changeDayStart('h')} <= ${now}::timestamptz)`;
  const others = sql`(1 + floor(random() * ((o.waiting - 1) / ${maxExamined}::int)))::int8 * ${maxExamined}::int`;
  return sql`select o.org_id from (
      select h.org_id, count(*) as waiting from employee_changes h where ${isWaiting} group by h.org_id) o
    where ${hasDue(sql`0`)} or (o.waiting > ${maxExamined}::int and ${hasDue(others)})`;
}

export const dueChangesBacklog: Backlog = {
  from: changes,
  orgId: sql`h.org_id`,
  due: isDue,
  organizations: selectDueOrganizations,
  next: {
    at: sql`d.starts_at`,
    where: (now, org_id) =>
      sql`h.state = 'scheduled' and d.starts_at > ${now}::timestamptz and ${canBeNext(now, org_id)}`,
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
      order by d.starts_at, h.effective_date, h.sequence, h.id limit ${most}::int`,
  );
}
