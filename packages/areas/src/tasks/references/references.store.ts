import type { Caller } from '@wfp/shared';
import { byKey, Prisma, type Transaction } from '@wfp/shared/db';
import { restrictsLabels } from '../../organizations/index.ts';
import { type PatchTask, taskCategories } from '../rows/tasks.contract.ts';
import { tasksInReach } from '../rows/tasks.store.ts';

const { sql, raw, join, empty } = Prisma;

/** Who checks what a task is to refer to. */
interface ReferenceCheckOptions {
  /** The task that is changed, which may keep what it has. */
  id?: number;
  /** Where in the body the fields are. */
  within?: string;
}

/** A reference, and SQL that yields something where it leads to a live row, which it locks. */
type ReferenceCheck = [field: string, found: Prisma.Sql];

const lockedTables = {
  assigned_employee_id: 'employees',
  assigned_team_id: 'teams',
  assigned_to: 'users',
  initiative_id: 'initiatives',
} as const;

/**
 * SQL that refuses, naming the fields, what refers to nothing alive in the caller's organization; null when nothing is
 * referred to. Rows that may not be deleted while a task needs them are locked against it until the transaction ends:
 * before any lock of the board, as those who delete them take theirs. A task keeps what it has, whatever became of
 * it: a client may send back the whole of a row whose team was deleted.
 */
export function rejection(
  caller: Caller,
  body: PatchTask,
  { id, within = '' }: ReferenceCheckOptions = {},
): Prisma.Sql | null {
  const faults = listReferenceChecks(caller, body).map(
    ([
      field,
      found,
    ]) => sql`${within + field}::text, case when ${found} is null ${unlessUnchanged(caller, field, body, id)}
      then 'Does not exist' end`,
  );
  return faults.length === 0 ? null : sql`refuse_faults(jsonb_build_object(${join(faults)}))`;
}

/** Refuses in a statement of its own, before the locks of the board are taken. */
export async function rejectBrokenReferences(
  tx: Transaction,
  caller: Caller,
  body: PatchTask,
  referring: ReferenceCheckOptions,
): Promise<void> {
  const refused = rejection(caller, body, referring);
  if (refused) await tx.rows(byKey(sql`select ${refused}`));
}

function listReferenceChecks(caller: Caller, body: PatchTask): ReferenceCheck[] {
  const found: ReferenceCheck[] = [];
  for (const [field, table] of Object.entries(lockedTables)) {
    const value = body[field as keyof typeof lockedTables];
    if (value != null) found.push([field, lockedRow(caller, table, value)]);
  }
  const { parent_task_id, category_code, label } = body;
  if (parent_task_id != null) found.push(['parent_task_id', readableTask(caller, parent_task_id)]);
  if (category_code !== undefined && !fixedCategories.has(category_code))
    found.push(['category_code', lockedCategory(caller, category_code)]);
  if (label != null && canRestrictLabels(caller)) found.push(['label', lockedLabel(caller, label)]);
  return found;
}

const lockedRow = (caller: Caller, table: string, id: number) =>
  sql`(select r.id from ${raw(table)} r where r.org_id = ${caller.org_id} and r.id = ${id}::int
    and r.deleted_at is null for share)`;

/** Not locked: a parent that is deleted keeps its children, whenever they came. What one may not read is nothing. */
const readableTask = (caller: Caller, id: number) =>
  sql`(select t.id from tasks t where t.org_id = ${caller.org_id} and t.id = ${id}::int and t.deleted_at is null
    and ${tasksInReach(caller, 'task:read')})`;

/** These are the service's own and cannot be archived: nobody needs to look them up. */
const fixedCategories: ReadonlySet<string> = new Set(taskCategories);

// `enums` and `task-labels` build on this area, so they cannot export their rows to it. What a task refers to is checked
// in the statement that writes it, which leaves no room for asking them.

const lockedCategory = (caller: Caller, code: string) =>
  sql`(select v.id from enum_values v
    join enums e on e.org_id = v.org_id and e.id = v.enum_id and e.code = 'task_category' and e.deleted_at is null
    where v.org_id = ${caller.org_id} and v.code = ${code} and v.is_active and v.deleted_at is null for share of v)`;

/** A label is free text, unless the organization allows only those of its catalogue. */
const canRestrictLabels = ({ features }: Caller) => !features || features.includes('restrict_labels');

const lockedLabel = (caller: Caller, label: string) =>
  sql`(case when ${restrictsLabels(caller.org_id)}
    then (select l.id from task_labels l where l.org_id = ${caller.org_id} and l.name = ${label}
      and l.deleted_at is null for share) else 0 end)`;

function unlessUnchanged(caller: Caller, field: string, body: PatchTask, id: number | undefined): Prisma.Sql {
  if (id === undefined) return empty;
  return sql`and not exists (select from tasks t where t.org_id = ${caller.org_id} and t.id = ${id}
    and t.${raw(field)} = ${body[field as keyof PatchTask]})`;
}
