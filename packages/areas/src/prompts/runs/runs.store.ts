import { type Caller, type RowOwners, rowsInScope, type ScopedTable } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  isAfter,
  type Order,
  orderBy,
  orderClause,
  orderValues,
  Prisma,
  partsByNullable,
  type RowRange,
  readOne,
  readPage,
  readRows,
  recordedTable,
  type SortedRows,
  type SortKey,
  selectFilteredPage,
  selectSortedPage,
  updateRows,
} from '@wfp/shared/db';
import type { Mentions } from '@wfp/triage-rules';
import { userRows, usersAs } from '../../accounts/index.ts';
import { employeeRows, employeesAs } from '../../employees/index.ts';
import { liveLabels } from '../../task-labels/index.ts';
import { isLiveTask, liveTasks, taskOf, tasksAs, tasksInScope } from '../../tasks/index.ts';
import type { JsonObject } from '../prompt.ts';
import type { ListRuns, runSorts } from './runs.contract.ts';

const { sql, raw, join, empty } = Prisma;

const ofTask = (column: string) =>
  sql`(select ${raw(`t.${column}`)} from ${tasksAs('t')}
    where ${raw(`t.org_id = r.org_id and t.id = r.record_id and r.record_type = 'task'`)})`;

const templateCode = (alias: 'r' | 'c') =>
  raw(
    `(select p.code from prompt_templates p where p.org_id = ${alias}.org_id and p.id = ${alias}.template_id)`,
  );

/** A run has the same owners as its record. */
export const runsTable = recordedTable({
  name: 'prompt_runs',
  aggregate: 'prompt_run',
  columns: Prisma.PromptRunScalarFieldEnum,
  unrecorded: ['input', 'output', 'mentions'],
  record_name: templateCode('c'),
  subject: {
    join: sql`left join ${taskOf('t', 'c', 'record_id')} and c.record_type = 'task'`,
    employee: sql`t.assigned_employee_id`,
    team: sql`t.assigned_team_id`,
    users: [sql`t.assigned_to`, sql`t.created_by`],
  },
});

const owners: RowOwners = {
  users: [ofTask('assigned_to'), ofTask('created_by')],
  employees: [ofTask('assigned_employee_id')],
  teams: [ofTask('assigned_team_id')],
};

export const runRows: ScopedTable = { table: 'prompt_runs', owners: () => owners };

export interface RunRow {
  id: number;
  template_id: number;
  template_code: string;
  record_type: string;
  record_id: number | null;
  record_state: JsonObject;
  status: string;
  input: JsonObject | null;
  output: JsonObject | null;
  error: string | null;
  applied_at: Date | null;
  /** True if the caller may read every record that the output names. */
  is_shown: boolean;
}

const mentionsOutside = (mentions: Prisma.Sql, what: keyof Mentions, rows: Prisma.Sql) =>
  sql`exists (select from jsonb_array_elements_text(${mentions} -> ${raw(`'${what}'`)}) m(id) where not exists (${rows}))`;

function canReadAllMentions(caller: Caller): boolean {
  const required = ['task:read', 'employee:read', 'user:read'] as const;
  return required.every((permission) => caller.rowScopeFor(permission)?.org === true);
}

/**
 * Condition: the caller may read every record that the output names. If the records are unknown, the caller must be able
 * to read all tasks and people, which every built-in role permits.
 */
function isShown(caller: Caller, mentions: Prisma.Sql): Prisma.Sql {
  const { org_id } = caller;
  if (canReadAllMentions(caller)) return sql`true`;
  const tasks = sql`select ${liveTasks(org_id)} and t.id = m.id::int
    and ${tasksInScope(caller, 'task:read')}`;
  const employees = sql`select from ${employeesAs('r')} where r.org_id = ${org_id} and r.id = m.id::int and r.deleted_at is null
    and ${rowsInScope(caller, 'employee:read', employeeRows.owners(caller))}`;
  const users = sql`select from ${usersAs('r')} where r.org_id = ${org_id} and r.id = m.id::int and r.deleted_at is null
    and ${rowsInScope(caller, 'user:read', userRows.owners(caller))}`;
  const labels = caller.rowScopeFor('task_label:read')?.org
    ? sql`select ${liveLabels(org_id)} and l.name = m.id`
    : sql`select where false`;
  return sql`(${mentions} is not null
    and not ${mentionsOutside(mentions, 'tasks', tasks)} and not ${mentionsOutside(mentions, 'employees', employees)}
    and not ${mentionsOutside(mentions, 'users', users)} and not ${mentionsOutside(mentions, 'labels', labels)})`;
}

export async function canReadMentions(caller: Caller, mentions: Mentions | null): Promise<boolean> {
  if (mentions === null || canReadAllMentions(caller)) return canReadAllMentions(caller);
  const shown = isShown(caller, sql`${JSON.stringify(mentions)}::jsonb`);
  const [row] = await readRows<{ is_shown: boolean }>(caller, sql`select ${shown} as is_shown`);
  return row?.is_shown ?? false;
}

const columns = (caller: Caller, alias: 'r' | 'c') => {
  const plain = [
    ...[
      'id',
      'org_id',
      'template_id',
      'template_version',
      'hook',
      'record_type',
      'record_id',
      'record_version',
    ],
    ...[
      'record_state',
      'status',
      'input',
      'output',
      'provider',
      'model',
      'input_tokens',
      'output_tokens',
      'latency_ms',
    ],
    ...[
      'attempts',
      'error',
      'applied_at',
      'applied_by',
      'applied_fields',
      'created_at',
      'updated_at',
      'finished_at',
    ],
  ].map((name) => raw(`${alias}.${name}`));
  return sql`${join(plain)}, ${raw(`${alias}.event_id::float8`)} as event_id, ${raw(`${alias}.cost::text`)} as cost,
    ${templateCode(alias)} as template_code, ${isShown(caller, raw(`${alias}.mentions`))} as is_shown`;
};

const readableTasks = (caller: Caller) => sql`${liveTasks(caller.org_id)} and t.id = r.record_id
  and ${tasksInScope(caller, 'task:read')}`;

const canReadAllTasks = (caller: Caller) => caller.rowScopeFor('task:read')?.org === true;

const canReadRecordless = (caller: Caller) => caller.rowScopeFor('prompt_run:read')?.org === true;

/**
 * Condition: the caller may read the run and its record. A run that rejected the creation of a task has no record, and
 * requires `prompt_run:read` in the whole organization. The record is read with a scalar subquery: for an `exists`
 * combined with an `or`, PostgreSQL would hash all tasks for each page.
 */
function readable(caller: Caller): Prisma.Sql {
  return sql`r.org_id = ${caller.org_id} and ${rowsInScope(caller, 'prompt_run:read', owners)}
    and coalesce((select true ${readableTasks(caller)}), ${canReadRecordless(caller)}::bool and r.record_id is null)`;
}

/**
 * Query for the runs to count: those on readable tasks, and those without a record by `union all`, which avoids an
 * `or`.
 */
function selectCountedRuns(
  caller: Caller,
  wanted: readonly Prisma.Sql[],
  total: ListRuns['total'],
): Prisma.Sql {
  const some = sql`select from prompt_runs r where r.org_id = ${caller.org_id}
    and ${rowsInScope(caller, 'prompt_run:read', owners)} ${join([empty, ...wanted], ' and ')} and r.record_type = 'task'`;
  const isOnTask = canReadAllTasks(caller)
    ? isLiveTask(caller.org_id, 'r.record_id')
    : sql`exists (select ${readableTasks(caller)})`;
  // In this order, an index has all that is counted. Without it, PostgreSQL may read all runs before the first is counted.
  const order = total === 'exact' ? empty : sql`order by r.record_id`;
  const onTasks = sql`(${some} and ${isOnTask} ${order})`;
  return canReadRecordless(caller) ? sql`${onTasks} union all ${some} and r.record_id is null` : onTasks;
}

const isUnfinished = sql`r.status in ('pending', 'running')`;

const sortKeys: Readonly<Record<(typeof runSorts)[number], SortKey> & Record<string, SortKey>> = {
  // Ids ascend as rows are created.
  created_at: sql`r.id`,
  status: sql`r.status`,
  finished_at: { nullable: sql`r.finished_at` },
  latency_ms: { nullable: sql`r.latency_ms` },
  cost: { nullable: sql`r.cost` },
};

/** The runs in the order of a sort, in parts of which an index has the order. There are none for several sort keys. */
function partsOf(sort: string, order: Order, { after }: RowRange): readonly SortedRows[] {
  const isDescending = sort.startsWith('-');
  const name = sort.replace('-', '');
  const key = sortKeys[name];
  if (key === undefined) return [];
  if ('nullable' in key) {
    const whereNull = name === 'finished_at' ? { whereNull: isUnfinished } : {};
    return partsByNullable({
      ...{ column: key.nullable, id: sql`r.id`, isDescending, after: after?.values },
      ...whereNull,
    });
  }
  return [{ where: after ? isAfter(order, after.values) : sql`true`, orderBy: orderClause(order) }];
}

/** Query for a page of the runs `r` that the caller may read and that match all conditions. */
function selectRuns(
  caller: Caller,
  { sort, record_id, ids }: ListRuns,
  wanted: readonly Prisma.Sql[],
  range: RowRange,
): Prisma.Sql {
  const order = orderBy(sort, sortKeys, sql`r.id`);
  const matches = join([readable(caller), ...wanted], ' and ');
  const where = range.after ? sql`${matches} and ${isAfter(order, range.after.values)}` : matches;
  const { limit, offset } = range;
  const list = { table: 'prompt_runs', alias: 'r', orderBy: orderClause(order), limit, offset };
  // A record has few runs, and ids select few.
  const parts = record_id === undefined && !ids ? partsOf(sort, order, range) : [];
  if (parts.length === 0) return selectSortedPage({ ...list, where, parts });
  const isUnfiltered = wanted.length === 0 && canReadAllTasks(caller) && canReadRecordless(caller);
  // The indexes of filters have the ids in order.
  if (isUnfiltered || sort.endsWith('created_at'))
    return selectSortedPage({ ...list, where: matches, parts });
  return selectFilteredPage({
    ...list,
    parts,
    from: sql`r.org_id = ${caller.org_id}`,
    filter: { inOrder: matches, all: sql`select r.* from prompt_runs r where ${where}` },
  });
}

/** Conditions of the filters of a list. */
function conditions(
  caller: Caller,
  { template, record_type, record_id, status, ids }: ListRuns,
): readonly Prisma.Sql[] {
  return [
    ids === undefined ? [] : sql`r.id = any(${ids})`,
    template === undefined
      ? []
      : sql`r.template_id in (select p.id from prompt_templates p where p.org_id = ${caller.org_id} and p.code = ${template})`,
    record_type === undefined ? [] : sql`r.record_type = ${record_type}`,
    record_id === undefined ? [] : sql`r.record_id = ${record_id}`,
    status === undefined ? [] : sql`r.status = ${status}::prompt_run_status`,
  ].flat();
}

export async function findRuns(caller: Caller, query: ListRuns): Promise<ListPage<RunRow>> {
  const wanted = conditions(caller, query);
  const order = orderBy(query.sort, sortKeys, sql`r.id`);
  return readPage<RunRow>(caller, query, {
    orderBy: order,
    rows: (range) => sql`select ${columns(caller, 'r')}, ${orderValues(order)}
      from (${selectRuns(caller, query, wanted, range)}) r order by ${orderClause(order)}`,
    // Runs with ids are found by their keys, not in the order of an index.
    counted: selectCountedRuns(caller, wanted, query.ids ? 'exact' : query.total),
  });
}

export function findRun(caller: Caller, id: number): Promise<RunRow | undefined> {
  return readOne<RunRow>(
    caller,
    sql`select ${columns(caller, 'r')} from prompt_runs r where ${readable(caller)} and r.id = ${id}::int`,
  );
}

/** Marks a run as applied. At most one of several concurrent calls succeeds. */
export function markApplied(caller: Caller, id: number, fields: readonly string[]): Change<RunRow> {
  const where = sql`id = ${id}::int and status = 'succeeded' and applied_at is null`;
  const values = {
    applied_at: sql`now()`,
    applied_by: caller.user_id,
    applied_fields: sql`${[...fields]}::text[]`,
  };
  return {
    table: runsTable,
    statement: updateRows(caller, runsTable, values, where),
    select: columns(caller, 'c'),
  };
}
