import { type Caller, isVisibleRow, rowsInScope } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { limitedToPage, orderBy, Prisma, readPage, readRows } from '@wfp/shared/db';
import {
  changesInScope,
  type EmployeeRow,
  employeeColumns,
  employeeOwners,
  employeeSortKeys,
  employeesAsOf,
  matchesText,
} from '../rows/employees.store.ts';
import type { ListReports } from './org-chart.contract.ts';

const { sql, empty } = Prisma;

const readable = (caller: Caller, as_of: string | undefined) =>
  sql`${rowsInScope(caller, 'employee:read', employeeOwners('e'))} ${changesInScope(caller, as_of)}`;

export async function findReports(
  caller: Caller,
  id: number,
  query: ListReports,
): Promise<ListPage<EmployeeRow & { level: number }>> {
  const { as_of, depth, q, sort } = query;
  const everybody = employeesAsOf(caller, as_of);
  return readPage(caller, query, {
    columns: sql`${employeeColumns('e')}, e.level`,
    from: sql`(with recursive everybody as materialized (select e.* from ${everybody}
          where e.org_id = ${caller.org_id} and e.deleted_at is null),
        below(id, level) as (
          select p.id, 1 from everybody p where p.manager_id = ${id}
          union
          select p.id, b.level + 1 from everybody p join below b on p.manager_id = b.id where b.level < ${depth}::int
        )
        select p.*, b.level from everybody p join (select id, min(level) as level from below group by id) b on b.id = p.id
      ) e`,
    where: sql`e.org_id = ${caller.org_id} and ${readable(caller, as_of)} ${q ? sql`and ${matchesText(q, as_of)}` : empty}`,
    orderBy: orderBy(sort, { ...employeeSortKeys, level: sql`e.level` }, sql`e.id`),
  });
}

/** The employee with an id and the manager in the same place; null without a manager. */
export interface ReportingLines {
  employees: readonly number[];
  managers: readonly (number | null)[];
}

const charted = (caller: Caller, as_of: string | undefined) =>
  sql`e.org_id = ${caller.org_id} and e.deleted_at is null and e.status not in ('pre_hire', 'terminated')
    and ${readable(caller, as_of)}`;

/**
 * Returns the reporting lines of all employees that a chart may show, as two texts instead of a row for each. A recursive query
 * would depend on its plan: soon after many employees were added, it took seconds.
 */
export async function findReportingLines(caller: Caller, as_of: string | undefined): Promise<ReportingLines> {
  const [found] = await readRows<{ employees: string | null; managers: string | null }>(
    caller,
    sql`select string_agg(e.id::text, ',') as employees, string_agg(coalesce(e.manager_id, 0)::text, ',') as managers
      from ${employeesAsOf(caller, as_of)} where ${charted(caller, as_of)}`,
  );
  const idsIn = (text: string | null | undefined) => (text ? text.split(',').map(Number) : []);
  return { employees: idsIn(found?.employees), managers: idsIn(found?.managers).map((id) => id || null) };
}

export interface ChartRow {
  employee_id: number;
  manager_id: number | null;
  name: string;
  position: string | null;
}

// Joins `positions` directly: that area depends on this one, so its exports cannot be imported here.
/** Returns employees of a chart in the order of their names, with the titles of positions that the caller may read. */
export async function findChartRows(
  caller: Caller,
  ids: readonly number[],
  as_of: string | undefined,
): Promise<ChartRow[]> {
  return readRows<ChartRow>(
    caller,
    limitedToPage(
      sql`select e.id as employee_id, e.manager_id, coalesce(e.preferred_name, e.first_name) || ' ' || e.last_name as name,
          coalesce(r.title, e.job_title) as position
        from ${employeesAsOf(caller, as_of)}
        left join positions r on r.org_id = e.org_id and r.id = e.position_id and r.deleted_at is null
          and ${isVisibleRow(caller, 'position')}
        where ${charted(caller, as_of)} and e.id = any(${ids}::int[])
        order by lower(e.last_name), lower(e.first_name), e.id`,
      'depth',
    ),
  );
}
