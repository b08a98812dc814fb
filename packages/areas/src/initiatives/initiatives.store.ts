import { type Caller, type Permission, type RowOwners, type RowScope, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  type Recording,
  readByKey,
  readPage,
  recordedTable,
  type Steps,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type {
  CreateInitiative,
  InitiativeFilter,
  ListInitiatives,
  PatchInitiative,
} from './initiatives.contract.ts';

const { sql, empty } = Prisma;

export const initiativesTable = recordedTable({
  name: 'initiatives',
  aggregate: 'initiative',
  columns: Prisma.InitiativeScalarFieldEnum,
  record_name: sql`c.name`,
  subject: { employee: sql`c.owner_employee_id`, team: sql`c.team_id`, users: [sql`c.created_by`] },
});

/** An initiative is its owner's, its author's and its team's. */
const owners = (alias: 'i' | 'r' | 'initiatives'): RowOwners => {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  return {
    users: [column('created_by')],
    employees: [column('owner_employee_id')],
    teams: [column('team_id')],
  };
};

export const initiativeRows: RowScope = { table: 'initiatives', owners: () => owners('r') };

export interface InitiativeRow {
  id: number;
  org_id: number;
  name: string;
  status: string;
  health: string;
  progress_mode: 'tasks' | 'effort' | 'manual';
  progress: number;
  created_at: Date;
}

/** Dates go out as days: a driver would make moments of them. */
const columns = (alias: 'c' | 'i') => {
  const day = (name: string) =>
    sql`to_char(${Prisma.raw(`${alias}.${name}`)}, 'YYYY-MM-DD') as ${Prisma.raw(name)}`;
  return sql`${wireColumns(initiativesTable, alias, ['start_on', 'target_on'])}, ${day('start_on')}, ${day('target_on')}`;
};

/** An initiative that the caller reaches with a permission. */
export function findInitiative(
  caller: Caller,
  id: number,
  permission: Permission = 'initiative:read',
): Promise<InitiativeRow | undefined> {
  return readByKey<InitiativeRow>(
    caller,
    sql`select ${columns('i')} from initiatives i where i.org_id = ${caller.org_id} and i.id = ${id}
      and i.deleted_at is null and ${rowsInReach(caller, permission, owners('i'))}`,
  );
}

/** Locks an initiative against deletion (`share`), any change (`no key update`) or new tasks too (`update`) until the end. */
export async function lockInitiative(
  tx: Steps,
  caller: Caller,
  id: number,
  strength: 'share' | 'no key update' | 'update',
): Promise<InitiativeRow | undefined> {
  const [row] = await tx.rows<InitiativeRow>(
    sql`select ${columns('i')} from initiatives i where i.org_id = ${caller.org_id} and i.id = ${id}
      and i.deleted_at is null for ${Prisma.raw(strength)}`,
  );
  return row;
}

/** The live initiatives that the caller reaches with a permission and a filter names, as alias `i`. */
function initiativesWhere(caller: Caller, filter: InitiativeFilter, permission: Permission): Prisma.Sql {
  const { status, health, owner_employee_id, team_id, q } = filter;
  const pattern = `%${q?.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`i.org_id = ${caller.org_id} and i.deleted_at is null and ${rowsInReach(caller, permission, owners('i'))}
    ${status ? sql`and i.status = ${status}::initiative_status` : empty}
    ${health ? sql`and i.health = ${health}::initiative_health` : empty}
    ${owner_employee_id ? sql`and i.owner_employee_id = ${owner_employee_id}` : empty}
    ${team_id ? sql`and i.team_id = ${team_id}` : empty}
    ${q ? sql`and (i.name ilike ${pattern} or i.code ilike ${pattern})` : empty}`;
}

export function findInitiatives(caller: Caller, query: ListInitiatives): Promise<Listed<InitiativeRow>> {
  const column = query.sort.replace('-', '');
  const by =
    column === 'name' || column === 'code'
      ? sql`lower(${Prisma.raw(`i.${column}`)})`
      : Prisma.raw(`i.${column}`);
  return readPage<InitiativeRow>(caller, query, {
    columns: columns('i'),
    from: sql`initiatives i`,
    where: initiativesWhere(caller, query, 'initiative:read'),
    orderBy: query.sort.startsWith('-') ? sql`${by} desc nulls last, i.id desc` : sql`${by} nulls last, i.id`,
  });
}

/** The initiatives to export, by name. */
export function exportedInitiatives(caller: Caller, filter: InitiativeFilter): Prisma.Sql {
  return sql`select ${columns('i')} from initiatives i where ${initiativesWhere(caller, filter, 'initiative:export')}
    order by lower(i.name), i.id`;
}

/** Advisory lock of the codes that are made from names ("wfic"): two that are made together must see each other. */
const codesLock = 0x77666963;

/** The codes that are a wanted one, or it with a number. */
export async function codesLike(tx: Steps, caller: Caller, wanted: string): Promise<Set<string>> {
  await tx.rows(sql`select pg_advisory_xact_lock(${codesLock}::int, ${caller.org_id}::int)::text`);
  const rows = await tx.rows<{ code: string }>(sql`select lower(i.code) as code from initiatives i
    where i.org_id = ${caller.org_id} and i.deleted_at is null and starts_with(lower(i.code), ${wanted})`);
  return new Set(rows.map((row) => row.code));
}

/** The fields that refer to nothing alive; what they refer to is locked against deletion until the end. */
export async function brokenReferences(tx: Steps, caller: Caller, body: PatchInitiative): Promise<string[]> {
  const broken: string[] = [];
  for (const [field, table] of [
    ['owner_employee_id', 'employees'],
    ['team_id', 'teams'],
  ] as const) {
    if (body[field] == null) continue;
    const found = await tx.rows(sql`select x.id from ${Prisma.raw(table)} x where x.org_id = ${caller.org_id}
      and x.id = ${body[field]} and x.deleted_at is null for share`);
    if (found.length === 0) broken.push(field);
  }
  return broken;
}

export function insertInitiative(caller: Caller, initiative: CreateInitiative): Change<InitiativeRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  const due = initiative.status === 'active' ? { update_due_at: nextUpdateDue } : {};
  const values = { ...typed(initiative), ...due, ...by };
  return {
    table: initiativesTable,
    statement: insertInto(caller, initiativesTable, values),
    select: columns('c'),
  };
}

/** Whether an initiative just written lies within what the caller's right to create reaches. */
export async function mayCreate(tx: Steps, caller: Caller, id: number): Promise<boolean> {
  if (caller.reach('initiative:create')?.org) return true;
  const rows =
    await tx.rows(sql`select i.id from initiatives i where i.org_id = ${caller.org_id} and i.id = ${id}
    and ${rowsInReach(caller, 'initiative:create', owners('i'))}`);
  return rows.length > 0;
}

/** One that becomes active has 14 days from then until its owner is asked for an update. */
export function updateInitiative(caller: Caller, id: number, patch: PatchInitiative): Change<InitiativeRow> {
  const due =
    patch.status === 'active'
      ? { update_due_at: sql`case when status = 'active' then update_due_at else ${nextUpdateDue} end` }
      : {};
  return changeInitiative(caller, id, { ...typed(patch), ...due });
}

/** Takes over what an update says. */
export function reportInitiative(
  caller: Caller,
  id: number,
  { health, progress }: { health: string; progress: number },
): Change<InitiativeRow> {
  return changeInitiative(caller, id, { health: sql`${health}::initiative_health`, progress });
}

export function archiveInitiative(caller: Caller, id: number): Change<InitiativeRow> {
  return changeInitiative(caller, id, { deleted_at: sql`now()` });
}

/** The tasks of an initiative that are neither done nor cancelled. */
export async function countOpenTasks(tx: Steps, caller: Caller, id: number): Promise<number> {
  const [row] = await tx.rows<{ open: number }>(sql`select count(*)::int as open from tasks t
    where t.org_id = ${caller.org_id} and t.initiative_id = ${id} and t.deleted_at is null
      and t.status not in ('done', 'cancelled')`);
  return row?.open ?? 0;
}

/** Values with the casts PostgreSQL cannot infer from a parameter. */
function typed(initiative: PatchInitiative): ColumnValues {
  const types: Record<string, string> = {
    status: 'initiative_status',
    health: 'initiative_health',
    progress_mode: 'initiative_progress_mode',
    start_on: 'date',
    target_on: 'date',
  };
  return Object.fromEntries(
    Object.entries(initiative).map(([name, value]) => {
      const type = types[name];
      return [name, type && value !== undefined ? sql`${value}::${Prisma.raw(type)}` : value];
    }),
  );
}

function changeInitiative(caller: Caller, id: number, values: ColumnValues): Change<InitiativeRow> {
  const where = sql`id = ${id} and deleted_at is null`;
  return {
    table: initiativesTable,
    statement: updateRows(caller, initiativesTable, values, where),
    select: columns('c'),
  };
}

const becomes = (field: 'status' | 'health', value: Prisma.Sql) =>
  sql`c._before ->> ${field} <> c._after ->> ${field} and ${value}`;

/** An initiative is completed when it becomes so, and its health has changed when it is another. */
export const initiativeUpdated: Recording = {
  event: 'initiative.post_update',
  also: [
    { type: 'initiative.completed', when: becomes('status', sql`c._after ->> 'status' = 'completed'`) },
    { type: 'initiative.health_changed', when: becomes('health', sql`true`) },
  ],
};

/** How long an active initiative may go without an update before its owner is asked for one. */
export const nextUpdateDue = sql`now() + interval '14 days'`;

/** Puts off the moment at which the owner is asked. Part of what else is written. */
export async function putOffAsking(tx: Steps, caller: Caller, id: number): Promise<void> {
  await tx.adjust(
    sql`update initiatives set update_due_at = ${nextUpdateDue} where org_id = ${caller.org_id} and id = ${id}`,
  );
}
