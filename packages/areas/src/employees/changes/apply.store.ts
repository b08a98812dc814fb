import { type Caller, hasLiveRow, hasVisibleRow } from '@wfp/shared';
import { type Change, Prisma, type Recording, type Transaction, updateRows } from '@wfp/shared/db';
import type { EmploymentState } from '../announcements.ts';
import { employeesTable } from '../rows/employees.store.ts';
import { datedColumns, namesOf, withOriginalHireDate } from '../timeline/timeline.store.ts';

const { sql, join, raw } = Prisma;

const names = Object.keys(datedColumns);
const record = raw(
  Object.entries(datedColumns)
    .map((pair) => pair.join(' '))
    .join(', '),
);

/**
 * Query that folds the applied changes into one row; before the first day, it returns the values of the scheduled hire.
 */
const selectCurrentFold = (caller: Caller, id: number) => sql`
  select f.* from (select (
    select ${namesOf('p')} from employees p where p.org_id = ${caller.org_id} and p.id = ${id}) || coalesce(
    (select nullif(jsonb_merge(h.set order by h.effective_date, h.sequence), '{}') from employee_changes h
      where h.org_id = ${caller.org_id} and h.employee_id = ${id} and h.state = 'applied'),
    (select h.set || '{"status": "pre_hire"}' from employee_changes h
      where h.org_id = ${caller.org_id} and h.employee_id = ${id} and h.state = 'scheduled'
      order by h.effective_date, h.sequence limit 1)) as fold) t
  cross join lateral jsonb_to_record(${withOriginalHireDate(sql`t.fold`, sql`${caller.org_id}::int`, sql`${id}::int`)}) as f(${record})`;

const stateFields = [
  'status',
  'position_id',
  'team_id',
  'manager_id',
  'place_id',
  'work_schedule_id',
  'holiday_calendar_id',
  'hire_date',
  'end_date',
] satisfies (keyof EmploymentState)[];

/** Updates the row of an employee from their timeline; matches no row if nothing differs. */
export function updateRowFromTimeline(
  caller: Caller,
  id: number,
): Change<EmploymentState & { before: EmploymentState }> {
  const values = Object.fromEntries(names.map((name) => [name, sql`(select f.${raw(name)} from fold f)`]));
  const current = sql`row(${join(names.map((name) => raw(`employees.${name}`)))})`;
  return {
    table: employeesTable,
    before: sql`fold as materialized (${selectCurrentFold(caller, id)})`,
    statement: updateRows(
      caller,
      employeesTable,
      values,
      sql`id = ${id} and deleted_at is null
        and ${current} is distinct from (select row(${join(names.map((name) => raw(`f.${name}`)))}) from fold f)`,
    ),
    select: sql`c.status::text, c.position_id, c.team_id, c.manager_id, c.place_id,
      c.work_schedule_id, c.holiday_calendar_id, to_char(c.hire_date, 'YYYY-MM-DD') as hire_date,
      to_char(c.end_date, 'YYYY-MM-DD') as end_date,
      jsonb_build_object(${join(stateFields.map((name) => sql`${raw(`'${name}'`)}, c._before -> ${raw(`'${name}'`)}`))}) as before`,
  };
}

const statusBefore = sql`c._before ->> 'status'`;
const statusAfter = sql`c._after ->> 'status'`;

const event = 'employee.post_update';
const managerChanged = {
  type: 'employee.manager_changed',
  when: sql`c._before -> 'manager_id' is distinct from c._after -> 'manager_id'`,
};
const hired = {
  type: 'employee.hired',
  when: sql`${statusBefore} = 'pre_hire' and ${statusAfter} not in ('pre_hire', 'terminated')`,
};
const terminated = {
  type: 'employee.terminated',
  when: sql`${statusBefore} <> 'terminated' and ${statusAfter} = 'terminated'`,
};
const rehired = {
  type: 'employee.rehired',
  when: sql`${statusBefore} = 'terminated' and ${statusAfter} <> 'terminated'`,
};

export const timelineRecording: Recording = { event, also: [managerChanged, hired, terminated, rehired] };

/** Update of an employee's row by a change that neither starts nor ends the employment. */
export const placementRecording: Recording = { event, also: [managerChanged] };

/** Update of an employee's row by a correction, which cannot make a scheduled termination take effect. */
export const correctionRecording: Recording = { event, also: [managerChanged, hired, rehired] };

export const terminationRecording: Recording = { event, also: [managerChanged, terminated] };

export const rehireRecording: Recording = { event, also: [managerChanged, rehired] };

export const listRecordedEvents = ({ event, also = [] }: Recording): string[] => [
  event,
  ...also.map(({ type }) => type),
];

interface PlacementReferences {
  team_id?: number | null | undefined;
  manager_id?: number | null | undefined;
}

/** Returns the fields that refer to no live row that the caller can see. */
export async function findMissingReferences(
  tx: Transaction,
  caller: Caller,
  { team_id, manager_id }: PlacementReferences,
  kept: PlacementReferences = {},
): Promise<('team_id' | 'manager_id')[]> {
  const has = (code: string, id: number | null | undefined, keptId: number | null | undefined) =>
    (id === keptId ? hasLiveRow : hasVisibleRow)(caller, code, id);
  const [found] = await tx.rows<{ team: boolean; manager: boolean }>(sql`select
    ${has('team', team_id, kept.team_id)} as team, ${has('employee', manager_id, kept.manager_id)} as manager`);
  return [
    ...(team_id != null && !found?.team ? ['team_id' as const] : []),
    ...(manager_id != null && !found?.manager ? ['manager_id' as const] : []),
  ];
}

/** Returns the position in the row of an employee: the current one, or that of the first day. */
export async function findRowPosition(tx: Transaction, caller: Caller, id: number): Promise<number | null> {
  const [row] = await tx.rows<{ position_id: number | null }>(
    sql`select e.position_id from employees e where e.org_id = ${caller.org_id} and e.id = ${id}`,
  );
  return row?.position_id ?? null;
}
