import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { descending, Prisma, readPage, type Transaction } from '@wfp/shared/db';
import type { ReadHistory } from '../timeline/timeline.contract.ts';
import {
  type ChangeRow,
  changeColumns,
  isEffective,
  isReadableChange,
  namesOf,
} from '../timeline/timeline.store.ts';

const { sql, empty } = Prisma;

/** Returns the proposed and scheduled changes from a day on. */
export async function findPendingChanges(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  from = '-infinity',
): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>(sql`select ${changeColumns('h')} from employee_changes h
    where h.org_id = ${caller.org_id} and h.employee_id = ${employee_id} and h.state in ('proposed', 'scheduled')
      and h.effective_date >= ${from}::date order by h.effective_date, h.sequence, h.id`);
}

/** Returns the proposed and scheduled changes that a change caused. */
export async function findDependentChanges(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>(sql`select ${changeColumns('h')} from employee_changes h
    where h.org_id = ${caller.org_id} and h.because_of_id = ${id} and h.state in ('proposed', 'scheduled')
    order by h.employee_id, h.id`);
}

/** `from` is inclusive; `after` and `before` are exclusive. */
type ChangeDayRange = { before?: string; state?: 'applied' } & ({ from: string } | { after: string });

/** Returns the first day of a range on which an applied or scheduled change takes effect, or null. */
export async function findFirstChangeDay(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  { before = 'infinity', state, ...start }: ChangeDayRange,
): Promise<string | null> {
  const begun =
    'from' in start
      ? sql`h.effective_date >= ${start.from}::date`
      : sql`h.effective_date > ${start.after}::date`;
  const [found] = await tx.rows<{ day: string | null }>(sql`
    select to_char(min(h.effective_date), 'YYYY-MM-DD') as day
    from employee_changes h where h.org_id = ${caller.org_id} and h.employee_id = ${employee_id} and ${isEffective}
      and ${begun} and h.effective_date < ${before}::date
      ${state ? sql`and h.state = ${state}::employee_change_state` : empty}`);
  return found?.day ?? null;
}

interface HistorySpanRow {
  since: string;
  until: string | null;
  change_ids: number[];
  kinds: string[];
}

export async function findHistory(
  caller: Caller,
  employee_id: number,
  query: ReadHistory,
): Promise<ListPage<HistorySpanRow>> {
  const isOfEmployee = sql`h.org_id = ${caller.org_id} and h.employee_id = ${employee_id} and ${isEffective}`;
  const text = (name: string) => sql`f.fold ->> ${name}::text as ${Prisma.raw(name)}`;
  const id = (name: string) => sql`(f.fold ->> ${name}::text)::int as ${Prisma.raw(name)}`;
  return readPage<HistorySpanRow>(caller, query, {
    columns: sql`to_char(d.since, 'YYYY-MM-DD') as since, to_char(d.until, 'YYYY-MM-DD') as until, d.change_ids, d.kinds,
      ${text('first_name')}, ${text('last_name')}, ${text('preferred_name')},
      ${text('status')}, ${text('employment_type')}, ${text('hire_date')}, ${text('end_date')},
      trim_scale((f.fold ->> 'fte')::numeric)::text as fte, ${id('position_id')}, ${id('team_id')}, ${id('manager_id')},
      ${id('place_id')}, ${id('work_schedule_id')}, ${id('holiday_calendar_id')}`,
    from: sql`(select h.effective_date as since, lead(h.effective_date) over (order by h.effective_date) as until,
        array_agg(h.id order by h.sequence) as change_ids, array_agg(h.kind::text order by h.sequence) as kinds
      from employee_changes h where ${isOfEmployee} and ${isReadableChange(caller)} group by h.effective_date) d
    cross join lateral (select (select ${namesOf('p')} from employees p where p.org_id = ${caller.org_id} and p.id = ${employee_id})
        || jsonb_merge(h.set order by h.effective_date, h.sequence) as fold
      from employee_changes h where ${isOfEmployee} and h.effective_date <= d.since) f`,
    where: sql`true`,
    orderBy: descending(sql`d.since`),
  });
}
