import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { Prisma, readPage, type Transaction } from '@wfp/shared/db';
import type { ReadHistory } from '../timeline/timeline.contract.ts';
import { type ChangeRow, changeColumns, isEffective, isReadableChange } from '../timeline/timeline.store.ts';

const { sql, empty } = Prisma;

/** What is neither true nor over, from a day on. */
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

/** What follows from a change and is not true yet. */
export async function findDependentChanges(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>(sql`select ${changeColumns('h')} from employee_changes h
    where h.org_id = ${caller.org_id} and h.because_of_id = ${id} and h.state in ('proposed', 'scheduled')
    order by h.employee_id, h.id`);
}

/** Days from one on or after another, and before a third. */
type ChangeDayRange = { before?: string; state?: 'applied' } & ({ from: string } | { after: string });

/** The first of some days on which something counts, of an employee. */
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

/** A time in which nothing changed. */
interface HistorySpanRow {
  since: string;
  until: string | null;
  change_ids: number[];
}

/** What was, is and will be true of an employee, the latest first. */
export async function findHistory(
  caller: Caller,
  employee_id: number,
  query: ReadHistory,
): Promise<ListPage<HistorySpanRow>> {
  const mine = sql`h.org_id = ${caller.org_id} and h.employee_id = ${employee_id} and ${isEffective}`;
  const text = (name: string) => sql`f.fold ->> ${name}::text as ${Prisma.raw(name)}`;
  const id = (name: string) => sql`(f.fold ->> ${name}::text)::int as ${Prisma.raw(name)}`;
  return readPage<HistorySpanRow>(caller, query, {
    columns: sql`to_char(d.since, 'YYYY-MM-DD') as since, to_char(d.until, 'YYYY-MM-DD') as until, d.change_ids,
      ${text('status')}, ${text('employment_type')}, ${text('hire_date')}, ${text('end_date')},
      trim_scale((f.fold ->> 'fte')::numeric)::text as fte, ${id('position_id')}, ${id('team_id')}, ${id('manager_id')}`,
    from: sql`(select h.effective_date as since, lead(h.effective_date) over (order by h.effective_date) as until,
        array_agg(h.id order by h.sequence) as change_ids
      from employee_changes h where ${mine} and ${isReadableChange(caller)} group by h.effective_date) d
    cross join lateral (select jsonb_merge(h.set order by h.effective_date, h.sequence) as fold
      from employee_changes h where ${mine} and h.effective_date <= d.since) f`,
    where: sql`true`,
    orderBy: sql`d.since desc`,
  });
}
