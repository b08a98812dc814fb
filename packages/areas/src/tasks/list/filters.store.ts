import type { Caller } from '@wfp/shared';
import { containsPattern, Prisma } from '@wfp/shared/db';
import type { TaskFilter } from '../rows/tasks.contract.ts';
import { tasksInScope } from '../rows/tasks.store.ts';
import { isFrequent, tasksWithText } from './task-texts.store.ts';

const { sql, empty, join } = Prisma;

/**
 * Predicate for the tasks `t` for which the caller has the permission and that match a filter; shared by lists, counts
 * and exports.
 */
export function filterPredicate(
  caller: Caller,
  filter: TaskFilter,
  permission: 'task:read' | 'task:export' = 'task:read',
  live: Prisma.Sql = liveTasksOf(caller),
): Prisma.Sql {
  return sql`${live} and ${join([tasksInScope(caller, permission), ...conditions(caller, filter)], ' and ')}`;
}

interface Matching {
  permission?: 'task:read' | 'task:export';
  /** Further conditions. */
  and?: readonly Prisma.Sql[];
  /** The live tasks and their order, if a part of the tasks may be enough. */
  live?: Prisma.Sql | undefined;
  orderBy?: Prisma.Sql;
}

/** Selects all tasks that match a filter: those that contain words by an index, unless the words are frequent. */
export function selectMatching(
  caller: Caller,
  filter: TaskFilter,
  { permission, and = [], live, orderBy }: Matching = {},
): Prisma.Sql {
  const { q, ...others } = filter;
  const order = orderBy ? sql`order by ${orderBy}` : empty;
  const rows = (more: readonly Prisma.Sql[]) => sql`select t.* from tasks t
    where ${join([filterPredicate(caller, filter, permission, live), ...and, ...more], ' and ')} ${order}`;
  if (q === undefined) return rows([]);
  const narrow = isUnfiltered(caller, others, permission) ? sql`false` : isNarrow(caller, others, permission);
  const isCompared = sql`(select w.is_compared from way w)`;
  const found = join([filterPredicate(caller, others, permission), ...and, sql`not ${isCompared}`], ' and ');
  return sql`with way as materialized (select ${isFrequent(caller, q)} or ${narrow} as is_compared)
    (${rows([isCompared])}) union all (select t.* from ${tasksWithText(caller, q)} where ${found})`;
}

/** The most tasks that are compared one by one instead of finding all words. */
const maxNarrow = 2_000;

/** Condition: so few tasks match the other filters that comparing their texts is cheaper than finding all words. */
function isNarrow(caller: Caller, others: TaskFilter, permission: Matching['permission']): Prisma.Sql {
  return sql`(select count(*) from (
      select from tasks t where ${filterPredicate(caller, others, permission)} limit ${maxNarrow + 1}::int8) few) <= ${maxNarrow}::int8`;
}

export const namesOf = (filter: TaskFilter) =>
  (Object.keys(filter) as (keyof TaskFilter)[]).filter((name) => filter[name] !== undefined);

/** True if the filter selects all tasks and the caller may read all of them. */
export function isUnfiltered(
  caller: Caller,
  filter: TaskFilter,
  permission: Matching['permission'] = 'task:read',
): boolean {
  return namesOf(filter).length === 0 && (caller.rowScopeFor(permission)?.org ?? false);
}

/** Condition of the indexes of live tasks. Live tasks have a slot. */
export const liveTasksOf = ({ org_id }: Caller) =>
  sql`t.org_id = ${org_id} and t.deleted_at is null and t.slot is not null`;

/**
 * Condition of live tasks for the order of the board. Only the index of slots has this condition: without statistics,
 * PostgreSQL would read all tasks by another index and sort them.
 */
export const placedTasksOf = ({ org_id }: Caller) => sql`t.org_id = ${org_id} and t.slot is not null`;

/** Condition of live tasks for indexes without slots. A check constraint ensures that these tasks have one. */
export const undeletedTasksOf = ({ org_id }: Caller) => sql`t.org_id = ${org_id} and t.deleted_at is null`;

type Condition = (value: never, caller: Caller) => Prisma.Sql;

const equal = (column: string, type = 'text') => {
  const name = Prisma.raw(`t.${column}`);
  const cast = Prisma.raw(type);
  return (value: string | number) => sql`${name} = ${value}::${cast}`;
};

const conditionBuilders: { [Name in keyof Required<TaskFilter>]: Condition } = {
  status: equal('status', 'task_status'),
  priority: equal('priority', 'task_priority'),
  effort: equal('effort', 'task_effort'),
  task_type: equal('task_type', 'task_type'),
  category_code: equal('category_code'),
  label: equal('label'),
  // Tasks without tags are not in the index.
  tag: (tag: string) => sql`(t.tags @> array[${tag}::text] and t.tags <> '{}')`,
  assigned_employee_id: equal('assigned_employee_id', 'int'),
  assigned_team_id: equal('assigned_team_id', 'int'),
  assigned_to: equal('assigned_to', 'int'),
  assigned_to_me: (mine: boolean, caller: Caller) =>
    mine ? sql`(${isAssignedToCaller(caller)})` : sql`(${isAssignedToCaller(caller)}) is not true`,
  unassigned: (none: boolean) =>
    sql`${none ? empty : sql`not`} (t.assigned_employee_id is null and t.assigned_team_id is null and t.assigned_to is null)`,
  created_by: equal('created_by', 'int'),
  initiative_id: equal('initiative_id', 'int'),
  parent_task_id: equal('parent_task_id', 'int'),
  due_before: (moment: string) => sql`t.due_at < ${moment}::timestamptz`,
  due_after: (moment: string) => sql`t.due_at >= ${moment}::timestamptz`,
  overdue: (late: boolean, { platform }: Caller) => {
    const isLate = sql`t.due_at < ${platform.clock.now()}::timestamptz and t.status not in ('done', 'cancelled')`;
    return late ? isLate : sql`(${isLate}) is not true`;
  },
  updated_after: (moment: string) => sql`t.updated_at >= ${moment}::timestamptz`,
  q: (words: string) => {
    const pattern = containsPattern(words);
    return sql`(t.title ilike ${pattern} or t.description ilike ${pattern} or t.label ilike ${pattern})`;
  },
};

export function conditions(caller: Caller, filter: TaskFilter): Prisma.Sql[] {
  return Object.entries(conditionBuilders).flatMap(([name, meaning]) => {
    const value = filter[name as keyof TaskFilter];
    return value === undefined ? [] : [meaning(value as never, caller)];
  });
}

/** An assignee column, and the condition that it resolves to the caller. */
interface Assignment {
  column: 'assigned_to' | 'assigned_employee_id' | 'assigned_team_id';
  condition: Prisma.Sql;
}

/** The ways to be assigned to the caller: as user, as employee, through a team. A task has at most one of them. */
export function assignmentsToCaller({ org_id, user_id, employee_id }: Caller): Assignment[] {
  const asUser: Assignment = { column: 'assigned_to', condition: sql`t.assigned_to = ${user_id}::int` };
  if (employee_id === null) return [asUser];
  const teams = sql`array(select member_teams(${org_id}::int, ${employee_id}::int))`;
  return [
    asUser,
    { column: 'assigned_employee_id', condition: sql`t.assigned_employee_id = ${employee_id}::int` },
    { column: 'assigned_team_id', condition: sql`t.assigned_team_id = any(${teams})` },
  ];
}

const isAssignedToCaller = (caller: Caller) =>
  join(
    assignmentsToCaller(caller).map(({ condition }) => condition),
    ' or ',
  );
