import { type Caller, type Permission, type RowScope, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  readByKey,
  readPage,
  type Steps,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import {
  type CreatePosition,
  type ListPositions,
  type PatchPosition,
  type PositionStatus,
  positionSorts,
} from './positions.contract.ts';
import { filled, positionsTable } from './seats.store.ts';

const { sql, empty } = Prisma;

export const positionRows: RowScope = { table: 'positions', owners: () => ({ teams: [sql`r.team_id`] }) };

export interface PositionRow {
  id: number;
  org_id: number;
  status: PositionStatus;
  headcount: number;
  filled: number;
  vacant: number;
}

const columns = (alias: 'c' | 'p') => {
  const of = (name: string) => Prisma.raw(`${alias}.${name}`);
  const seats = filled(of('org_id'), of('id'));
  return sql`${wireColumns(positionsTable, alias)}, ${seats} as filled, greatest(${of('headcount')} - ${seats}, 0) as vacant`;
};

const inReach = (caller: Caller, permission: Permission, alias: 'p' | 'positions') =>
  rowsInReach(caller, permission, { teams: [Prisma.raw(`${alias}.team_id`)] });

/** A position that the caller reaches with a permission. */
export async function findPosition(
  caller: Caller,
  id: number,
  permission: Permission = 'position:read',
): Promise<PositionRow | undefined> {
  return readByKey<PositionRow>(
    caller,
    sql`select ${columns('p')} from positions p where p.org_id = ${caller.org_id} and p.id = ${id}
      and p.deleted_at is null and ${inReach(caller, permission, 'p')}`,
  );
}

export async function findPositions(caller: Caller, query: ListPositions): Promise<Listed<PositionRow>> {
  const { team_id, family, status, vacant, q } = query;
  const pattern = `%${q?.replace(/[\\%_]/g, '\\$&')}%`;
  const isVacant = sql`p.headcount > ${filled(sql`p.org_id`, sql`p.id`)}`;
  return readPage<PositionRow>(caller, query, {
    columns: columns('p'),
    from: sql`positions p`,
    where: sql`p.org_id = ${caller.org_id} and p.deleted_at is null and ${inReach(caller, 'position:read', 'p')}
      ${team_id ? sql`and p.team_id = ${team_id}` : empty}
      ${family ? sql`and lower(p.family) = lower(${family})` : empty}
      ${status ? sql`and p.status = ${status}::position_status` : empty}
      ${q ? sql`and (p.title ilike ${pattern} or p.code ilike ${pattern})` : empty}
      ${vacant === undefined ? empty : vacant ? sql`and ${isVacant}` : sql`and not ${isVacant}`}`,
    orderBy: orderOf(query.sort),
  });
}

function orderOf(sort: ListPositions['sort']): Prisma.Sql {
  const name = positionSorts.find((one) => one === sort.replace('-', '')) ?? 'title';
  const isText = name === 'title' || name === 'code' || name === 'family';
  const column = isText ? sql`lower(p.${Prisma.raw(name)})` : sql`p.${Prisma.raw(name)}`;
  return sort.startsWith('-') ? sql`${column} desc nulls last, p.id desc` : sql`${column}, p.id`;
}

export function insertPosition(caller: Caller, position: CreatePosition): Change<PositionRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return {
    table: positionsTable,
    statement: insertInto(caller, positionsTable, { ...typed(position), ...by }),
    select: columns('c'),
  };
}

/** Changes a position that the caller's `position:update` reaches. */
export function updatePosition(
  caller: Caller,
  id: number,
  values: PatchPosition & { status?: PositionStatus },
): Change<PositionRow> {
  return changed(caller, id, typed(values), 'position:update');
}

export function archivePosition(caller: Caller, id: number): Change<PositionRow> {
  return changed(caller, id, { deleted_at: sql`now()` }, 'position:archive');
}

function changed(
  caller: Caller,
  id: number,
  values: ColumnValues,
  permission: Permission,
): Change<PositionRow> {
  const where = sql`id = ${id} and deleted_at is null and ${inReach(caller, permission, 'positions')}`;
  return {
    table: positionsTable,
    statement: updateRows(caller, positionsTable, values, where),
    select: columns('c'),
  };
}

const typed = (values: PatchPosition & { status?: PositionStatus | undefined }): ColumnValues => ({
  ...values,
  status: values.status && sql`${values.status}::position_status`,
});

/** Whether a position just written lies within what a right of the caller reaches. */
export async function liesInReach(
  tx: Steps,
  caller: Caller,
  id: number,
  permission: Permission,
): Promise<boolean> {
  if (caller.reach(permission)?.org) return true;
  const rows =
    await tx.rows(sql`select p.id from positions p where p.org_id = ${caller.org_id} and p.id = ${id}
    and ${inReach(caller, permission, 'p')}`);
  return rows.length > 0;
}

/** Locks a team against deletion until the end; false when there is none. */
export async function lockTeam(tx: Steps, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select t.id from teams t
    where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null for share`);
  return rows.length > 0;
}

/** Locks a role against deletion until the end; undefined when there is none. */
export async function lockRole(
  tx: Steps,
  caller: Caller,
  id: number,
): Promise<{ is_owner: boolean } | undefined> {
  const [role] = await tx.rows<{ is_owner: boolean }>(sql`select r.is_builtin and r.code = 'owner' as is_owner
    from roles r where r.org_id = ${caller.org_id} and r.id = ${id} and r.deleted_at is null for share`);
  return role;
}
