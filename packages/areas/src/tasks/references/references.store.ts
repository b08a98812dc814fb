import { type Caller, isVisibleRow, type Permission } from '@wfp/shared';
import { anyOf, byKey, Prisma, type Transaction } from '@wfp/shared/db';
import { restrictsLabels } from '../../organizations/index.ts';
import { type PatchTask, taskCategories } from '../rows/tasks.contract.ts';
import { tasksInScope } from '../rows/tasks.store.ts';
import { isDeepParent, liveParents, tooDeepMessage } from '../tree/task-tree.store.ts';

const { sql, raw, join, empty } = Prisma;

interface ReferenceCheckOptions {
  /** The task being changed; references that it already has are not checked. */
  id?: number;
  /** True for a task that does not exist yet, whose parent must not be too deep in the tree. */
  isNew?: boolean;
  /** Prefix of the field names in errors. */
  within?: string;
}

/**
 * A field, and an SQL expression for the live row to which it refers; null if there is no such row. Except for a parent
 * task, the expression locks the row.
 */
type ReferenceCheck = [field: string, row: Prisma.Sql];

/** The resources of referenced rows. Their tables are looked up, because some of these areas depend on this one. */
const referencedResources = {
  assigned_employee_id: 'employee',
  assigned_team_id: 'team',
  assigned_to: 'user',
  initiative_id: 'initiative',
} as const;
type ReferenceField = keyof typeof referencedResources;
const referenceFields = Object.keys(referencedResources) as ReferenceField[];

/**
 * SQL that rejects, by field, references without a live row that the caller can see, with the same message for missing
 * and hidden rows; null if the body has no references. Referenced rows except parent tasks are locked until the transaction ends, so that they cannot be
 * deleted. These locks come before board locks, as in deletions. An unchanged reference is accepted even if its row was
 * deleted or hidden: clients may send whole rows back.
 */
export function buildReferenceCheck(
  caller: Caller,
  body: PatchTask,
  { id, isNew = false, within = '' }: ReferenceCheckOptions = {},
): Prisma.Sql | null {
  const parent_id = isNew ? body.parent_task_id : null;
  const errors = listReferenceChecks(caller, body).map(([field, row]) => {
    const isTooDeep =
      field === 'parent_task_id' && parent_id != null
        ? sql`when ${isDeepParent(caller, parent_id)} then ${tooDeepMessage}`
        : empty;
    return sql`${within + field}::text, case when ${row} is null ${unlessUnchanged(caller, field, body, id)}
      then 'Does not exist' ${isTooDeep} end`;
  });
  return errors.length === 0 ? null : sql`refuse_faults(jsonb_build_object(${join(errors)}))`;
}

/** Runs the check in its own statement, before board locks are taken. */
export async function rejectBrokenReferences(
  tx: Transaction,
  caller: Caller,
  body: PatchTask,
  referring: ReferenceCheckOptions,
): Promise<void> {
  const statement = buildReferenceCheck(caller, body, referring);
  if (statement) await tx.rows(byKey(sql`select ${statement}`));
}

function listReferenceChecks(caller: Caller, body: PatchTask): ReferenceCheck[] {
  const checks: ReferenceCheck[] = [];
  for (const field of referenceFields) {
    const value = body[field];
    if (value != null) checks.push([field, sql`(${visibleRows(caller, field, sql`r.id = ${value}::int`)})`]);
  }
  const { parent_task_id, category_code, label } = body;
  if (parent_task_id != null) checks.push(['parent_task_id', readableTask(caller, parent_task_id)]);
  if (category_code !== undefined && !fixedCategories.has(category_code))
    checks.push(['category_code', lockedCategory(caller, category_code)]);
  if (label != null && canRestrictLabels(caller)) checks.push(['label', lockedLabel(caller, label)]);
  return checks;
}

/** Live rows that the caller can see. Locks them. */
function visibleRows(caller: Caller, field: ReferenceField, matches: Prisma.Sql): Prisma.Sql {
  const code = referencedResources[field];
  const table = caller.platform.access.resources.get(code)?.rows?.table ?? '';
  return sql`select r.id as value from ${raw(table)} r where r.org_id = ${caller.org_id} and ${matches}
    and r.deleted_at is null and ${isVisibleRow(caller, code)} ${isLockedForDeletion(code) ? sql`for key share` : sql`for share`}`;
}

/** An import may change users and employees for minutes. Only their deletion takes the lock that `for key share` waits for. */
const isLockedForDeletion = (code: string) => code === 'user' || code === 'employee';

const readsAll = (caller: Caller, permission: Permission) => caller.rowScopeFor(permission)?.org === true;

/** True if the caller can see all rows to which the body may refer. */
export const seesAllReferences = (caller: Caller, body: PatchTask): boolean =>
  (body.parent_task_id == null || readsAll(caller, 'task:read')) &&
  referenceFields.every(
    (field) => body[field] == null || readsAll(caller, `${referencedResources[field]}:read`),
  );

/** Not locked, because deleting a parent keeps its children. An unreadable task counts as nonexistent. */
const readableTask = (caller: Caller, id: number) =>
  sql`(select t.id from tasks t where t.org_id = ${caller.org_id} and t.id = ${id}::int and t.deleted_at is null
    and ${tasksInScope(caller, 'task:read')})`;

/** Built-in categories cannot be archived, so they need no lookup. */
const fixedCategories: ReadonlySet<string> = new Set(taskCategories);

// Reads tables of `enums` and `task-labels` directly: those areas depend on this one, and the check is part of the
// writing statement.

const lockedCategory = (caller: Caller, code: string) =>
  sql`(${liveCategories(caller, sql`v.code = ${code}`)})`;

const liveCategories = (caller: Caller, matches: Prisma.Sql) =>
  sql`select v.code as value from enum_values v
    join enums e on e.org_id = v.org_id and e.id = v.enum_id and e.code = 'task_category' and e.deleted_at is null
    where v.org_id = ${caller.org_id} and ${matches} and v.is_active and v.deleted_at is null for share of v`;

/** False if the organization is known not to restrict labels to its catalogue: any text is then a valid label. */
export const canRestrictLabels = ({ features }: Caller) => !features || features.includes('restrict_labels');

const lockedLabel = (caller: Caller, label: string) =>
  sql`(case when ${restrictsLabels(caller.org_id)} then (${liveLabels(caller, sql`l.name = ${label}`)}) else '' end)`;

const liveLabels = (caller: Caller, matches: Prisma.Sql) =>
  sql`select l.name as value from task_labels l where l.org_id = ${caller.org_id} and ${matches}
    and l.deleted_at is null for share`;

/**
 * Conditions for the writes of several tasks in one statement: all references of a row, alias `s`, must be live.
 * Referenced rows are locked as in {@link buildReferenceCheck}. A row whose reference is locked by another transaction
 * is not accepted either, so that the other rows do not wait for it.
 *
 * @param bodies of writes that set the same fields, by callers who {@link seesAllReferences see all references}; only
 *   new tasks may have a parent
 */
export function acceptLiveReferences(
  caller: Caller,
  bodies: readonly PatchTask[],
): { before: Prisma.Sql[]; accepts: Prisma.Sql } {
  const sent = bodies[0] ?? {};
  const before: Prisma.Sql[] = [];
  const conditions = [sql`true`];
  const accept = (field: string, live: Prisma.Sql, otherwise: Prisma.Sql) => {
    const name = raw(`live_${field}`);
    before.push(sql`${name} as materialized (${live} skip locked)`);
    conditions.push(sql`(${otherwise} or s.${raw(field)} in (select l.value from ${name} l))`);
  };
  for (const field of referenceFields) {
    if (sent[field] === undefined) continue;
    const ids = distinct(bodies, field);
    accept(field, visibleRows(caller, field, sql`r.id = ${anyOf(ids, 'int')}`), sql`s.${raw(field)} is null`);
  }
  if (sent.category_code !== undefined) {
    const isFixed = sql`s.category_code = any(${[...fixedCategories]}::text[])`;
    const codes = distinct(bodies, 'category_code');
    accept('category_code', liveCategories(caller, sql`v.code = ${anyOf(codes, 'text')}`), isFixed);
  }
  if (sent.label !== undefined && canRestrictLabels(caller)) {
    const isFree = sql`s.label is null or not ${restrictsLabels(caller.org_id)}`;
    const labels = distinct(bodies, 'label');
    accept('label', liveLabels(caller, sql`l.name = ${anyOf(labels, 'text')}`), isFree);
  }
  const parents = distinct(bodies, 'parent_task_id') as number[];
  if (parents.length > 0) {
    before.push(...liveParents(caller, parents));
    conditions.push(
      sql`(s.parent_task_id is null or s.parent_task_id in (select l.value from live_parents l))`,
    );
  }
  return { before, accepts: join(conditions, ' and ') };
}

const distinct = (bodies: readonly PatchTask[], field: keyof PatchTask) => [
  ...new Set(bodies.flatMap((body) => body[field] ?? [])),
];

function unlessUnchanged(caller: Caller, field: string, body: PatchTask, id: number | undefined): Prisma.Sql {
  if (id === undefined) return empty;
  return sql`and not exists (select from tasks t where t.org_id = ${caller.org_id} and t.id = ${id}
    and t.${raw(field)} = ${body[field as keyof PatchTask]})`;
}
