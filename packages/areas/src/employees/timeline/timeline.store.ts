import { type Caller, rowsInScope } from '@wfp/shared';
import {
  byKey,
  type Change,
  insertInto,
  lockOrganization,
  Prisma,
  recordedTable,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { selectTimeZone } from '../../organizations/index.ts';
import { decisionColumns, decisionValues, type KeptDecision } from './decisions.store.ts';
import { appliesAt, todayOf } from './time-zones.store.ts';
import type { ChangeKind, ChangeState } from './timeline.contract.ts';

const { sql, empty } = Prisma;

const selectFromEmployee = (what: Prisma.Sql) =>
  sql`(select ${what} from employees p where p.org_id = c.org_id and p.id = c.employee_id)`;

/** Events of changes have the employee as their aggregate. */
export const changesTable = recordedTable({
  name: 'employee_changes',
  aggregate: 'employee',
  aggregate_id: 'employee_id',
  resource: 'employee_change',
  columns: Prisma.EmployeeChangeScalarFieldEnum,
  record_name: selectFromEmployee(sql`p.first_name || ' ' || p.last_name`),
  subject: {
    employee: sql`c.employee_id`,
    team: selectFromEmployee(sql`p.team_id`),
    users: [selectFromEmployee(sql`p.user_id`)],
  },
  personal: selectFromEmployee(sql`p.user_id`),
});

export const nameFields = ['first_name', 'last_name', 'preferred_name'] as const;

/** The dated columns of an employee with their types, as a fold of changes returns them. */
export const datedColumns = {
  first_name: 'text',
  last_name: 'text',
  preferred_name: 'text',
  status: 'employee_status',
  employment_type: 'employment_type',
  fte: 'numeric(4, 3)',
  position_id: 'int',
  team_id: 'int',
  manager_id: 'int',
  place_id: 'int',
  work_schedule_id: 'int',
  holiday_calendar_id: 'int',
  hire_date: 'date',
  original_hire_date: 'date',
  end_date: 'date',
} as const;

export interface ChangeRow {
  id: number;
  employee_id: number;
  effective_date: string;
  sequence: number;
  kind: ChangeKind;
  set: Record<string, unknown>;
  previous: Record<string, unknown>;
  reason_code: string | null;
  note: string | null;
  state: ChangeState;
  corrects_id: number | null;
  because_of_id: number | null;
  created_by: number | null;
  updated_by: number | null;
}

const timeZoneWithDefault = (time_zone: Prisma.Sql, org_id: Prisma.Sql) =>
  sql`coalesce(${time_zone}, ${selectTimeZone(org_id)})`;

const hiddenColumns = ['effective_date', 'applies_at', ...decisionColumns] as const;

export const changeColumns = (alias: 'c' | 'h') => {
  const day = sql`to_char(${Prisma.raw(alias)}.effective_date, 'YYYY-MM-DD') as effective_date`;
  return sql`${wireColumns(changesTable, alias, hiddenColumns)}, ${day},
    ${appliesAt(alias)} as applies_at`;
};

export const isReadableChange = (caller: Caller) =>
  rowsInScope(caller, 'employee_change:read', { employees: [sql`h.employee_id`], byPrimaryTeam: true });

/** Condition: change `h` is part of the timeline, neither proposed nor cancelled. */
export const isEffective = sql`h.state in ('applied', 'scheduled')`;

/**
 * Expression: the names in the row of an employee, as JSON. They apply to all days on which no change sets them: see
 * `recordInHire`.
 */
export const namesOf = (alias: string) =>
  Prisma.raw(`jsonb_build_object(${nameFields.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`);

/**
 * Expression: the fold, with the `original_hire_date` of a rehired employee from the first hire, which may have been
 * corrected after the rehire.
 */
export const withOriginalHireDate = (fold: Prisma.Sql, org_id: Prisma.Sql, employee_id: Prisma.Sql) => sql`(
  ${fold} || case when ${fold} ->> 'original_hire_date' is null then '{}' else jsonb_strip_nulls(
    jsonb_build_object('original_hire_date', (select h.set -> 'hire_date' from employee_changes h
      where h.org_id = ${org_id} and h.employee_id = ${employee_id} and ${isEffective}
        and h.set -> 'original_hire_date' = 'null' order by h.effective_date, h.sequence limit 1))) end)`;

/**
 * Takes the organization's timeline lock. Employee numbers, reporting lines and employment periods do not change until
 * the transaction ends.
 */
export async function lockTimelines(tx: Transaction, caller: Caller): Promise<void> {
  await lockOrganization(tx, caller, 'employee_timelines');
}

export interface LockedEmployee {
  id: number;
  user_id: number | null;
  employee_number: string;
  first_name: string;
  last_name: string;
  preferred_name: string | null;
  status: string;
  hire_date: string;
  original_hire_date: string | null;
  /** The current date in their time zone, or in that of their place. */
  today: string;
}

/**
 * Takes the timeline lock and locks an employee. Returns undefined if the employee does not exist or is deleted.
 *
 * @param purpose a deletion also waits for transactions that add rows which refer to the employee
 */
export async function lockForChange(
  tx: Transaction,
  caller: Caller,
  id: number,
  purpose: 'change' | 'deletion' = 'change',
): Promise<LockedEmployee | undefined> {
  await lockTimelines(tx, caller);
  const day = (name: string) => sql`to_char(e.${Prisma.raw(name)}, 'YYYY-MM-DD') as ${Prisma.raw(name)}`;
  const [employee] = await tx.rows<LockedEmployee>(
    byKey(sql`select e.id, e.user_id, e.employee_number, ${Prisma.join(nameFields.map((name) => Prisma.raw(`e.${name}`)))}, e.status::text,
      ${day('hire_date')}, ${day('original_hire_date')},
      ${todayOf(caller, 'e')} as today
    from employees e where e.org_id = ${caller.org_id} and e.id = ${id} and e.deleted_at is null
      ${purpose === 'deletion' ? sql`for update of e` : sql`for no key update of e`}`),
  );
  return employee;
}

export interface NewChange {
  effective_date: string;
  kind: ChangeKind;
  set: object;
  reason_code?: string | null | undefined;
  note?: string | null | undefined;
  corrects_id?: number | null | undefined;
  because_of_id?: number | null | undefined;
  /** The earlier change whose decision applies, because its position is kept. */
  keeps_decision_of?: KeptDecision | undefined;
  /** The values of the corrected change that a correction replaces: recorded as the previous ones. */
  replaced?: object | undefined;
  /** Given for the first change of a new employee, which has no previous values: their time zone. */
  first?: { time_zone: string | null } | undefined;
}

const nextSequence = (caller: Caller, employee_id: number, day: string) => sql`(
  select coalesce(max(h.sequence), 0) + 1 from employee_changes h where h.org_id = ${caller.org_id}
    and h.employee_id = ${employee_id} and h.effective_date = ${day}::date and h.state <> 'cancelled')`;

const selectPreviousValues = (
  caller: Caller,
  employee_id: number,
  day: string,
  sequence: Prisma.Sql,
  set: string,
  replaced: object = {},
) => sql`(
  select coalesce(jsonb_object_agg(k.key, coalesce(f.fold -> k.key, 'null')), '{}') || ${JSON.stringify(replaced)}::jsonb
  from jsonb_object_keys(${set}::jsonb) k(key) cross join (
    select (select ${namesOf('p')} from employees p where p.org_id = ${caller.org_id} and p.id = ${employee_id})
      || nullif(jsonb_merge(h.set order by h.effective_date, h.sequence), '{}') as fold from employee_changes h
    where h.org_id = ${caller.org_id} and h.employee_id = ${employee_id} and ${isEffective}
      and (h.effective_date, h.sequence) < (${day}::date, ${sequence})) f)`;

export function insertChange(
  caller: Caller,
  employee_id: number,
  change: NewChange & { state: ChangeState; sequence?: number | undefined },
): Change<ChangeRow> {
  const { effective_date, kind, state, set, keeps_decision_of, replaced, first, ...others } = change;
  const { sequence = first && 1, ...rest } = others;
  const fields = JSON.stringify(set);
  const order =
    sequence === undefined ? nextSequence(caller, employee_id, effective_date) : sql`${sequence}::int`;
  const none = JSON.stringify(Object.fromEntries(Object.keys(set).map((key) => [key, null])));
  return {
    table: changesTable,
    statement: insertInto(caller, changesTable, {
      employee_id,
      ...rest,
      effective_date: sql`${effective_date}::date`,
      kind: sql`${kind}::employee_change_kind`,
      state: sql`${state}::employee_change_state`,
      set: sql`${fields}::jsonb`,
      sequence: order,
      previous: first
        ? sql`${none}::jsonb`
        : selectPreviousValues(caller, employee_id, effective_date, order, fields, replaced),
      applies_at: first
        ? dayStart(caller, sql`${first.time_zone}::text`, effective_date)
        : dayStart(caller, timeZoneOf(caller, employee_id), effective_date),
      applied_at: state === 'applied' ? sql`now()` : undefined,
      ...decisionValues(caller, keeps_decision_of),
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: changeColumns('c'),
  };
}

const timeZoneOf = (caller: Caller, employee_id: number) =>
  sql`(select p.time_zone from employees p where p.org_id = ${caller.org_id} and p.id = ${employee_id})`;

/** Without the place, of which the stored time is independent. */
const dayStart = (caller: Caller, time_zone: Prisma.Sql, day: string) =>
  sql`${day}::date::timestamp at time zone ${timeZoneWithDefault(time_zone, sql`${caller.org_id}`)}`;

/** Changes the state of a change. With `confirmed`, also sets its order in the day and its previous values. */
export function updateChange(
  caller: Caller,
  change: Pick<ChangeRow, 'id' | 'employee_id' | 'effective_date' | 'set'>,
  state: ChangeState,
  more: { note?: string; confirmed?: true } = {},
): Change<ChangeRow> {
  const { id, employee_id, effective_date } = change;
  const order = nextSequence(caller, employee_id, effective_date);
  const values = {
    state: sql`${state}::employee_change_state`,
    applied_at: state === 'applied' ? sql`now()` : undefined,
    note: more.note,
    ...(more.confirmed && {
      ...decisionValues(caller),
      sequence: order,
      previous: selectPreviousValues(caller, employee_id, effective_date, order, JSON.stringify(change.set)),
    }),
  };
  return {
    table: changesTable,
    statement: updateRows(caller, changesTable, values, sql`id = ${id}`),
    select: changeColumns('c'),
  };
}

/** Finds a change of an employee. The transaction must hold the timeline lock. */
export async function findChangeInTransaction(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  id: number,
  only: { proposed_by?: number | null; read_by?: Caller } = {},
): Promise<ChangeRow | undefined> {
  const { proposed_by, read_by } = only;
  const [row] = await tx.rows<ChangeRow>(sql`select ${changeColumns('h')} from employee_changes h
    where h.org_id = ${caller.org_id} and h.employee_id = ${employee_id} and h.id = ${id}
      ${proposed_by === undefined ? empty : sql`and h.created_by = ${proposed_by}`}
      ${read_by ? sql`and ${isReadableChange(read_by)}` : empty}`);
  return row;
}
