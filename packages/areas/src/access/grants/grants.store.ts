import type { Caller } from '@wfp/shared';
import { type Change, insertInto, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { liveUserOf } from '../../accounts/index.ts';
import type { GrantReplacement } from '../announcements.ts';
import type { CreateGrant } from './grants.contract.ts';
import { grants } from './grants.resource.ts';

const { sql, empty } = Prisma;

const { table } = grants;

export interface GrantRow {
  id: number;
  org_id: number;
  role_id: number;
  role_code: string;
  user_id: number;
  scope: 'role' | 'team' | 'own';
  team_id: number | null;
  source: 'manual' | 'hierarchy' | 'default' | 'pack';
}

/** Returns the live grants of a role, including those that start later. */
export async function findGrantsOfRole(
  tx: Transaction,
  caller: Caller,
  role_id: number,
): Promise<GrantRow[]> {
  return tx.rows<GrantRow>(sql`select ${grants.select('g')} from grants g
    where g.org_id = ${caller.org_id} and g.role_id = ${role_id} and g.deleted_at is null order by g.id`);
}

/**
 * Counts the grants of a user that have not ended, up to a limit. Grants that follow from direct reports do not count: a
 * user has at most one, and it cannot be refused.
 */
export async function countGrants(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  limit: number,
): Promise<number> {
  const rows =
    await tx.rows(sql`select g.id from grants g where g.org_id = ${caller.org_id} and g.user_id = ${user_id}
    and g.deleted_at is null and (g.ends_at is null or g.ends_at > now()) and g.source <> 'hierarchy' limit ${limit}`);
  return rows.length;
}

export type NewGrant = CreateGrant & { source?: GrantRow['source'] };

export function insertGrant(caller: Caller, { source, ...body }: NewGrant): Change<GrantRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return {
    table,
    statement: insertInto(caller, table, {
      ...body,
      scope: sql`${body.scope}::grant_scope`,
      starts_at: sql`${body.starts_at ?? null}::timestamptz`,
      ends_at: sql`${body.ends_at ?? null}::timestamptz`,
      source: source && sql`${source}::grant_source`,
      ...by,
    }),
    select: grants.select('c'),
  };
}

/**
 * Copies grants to another role, with the same user, restrictions and period. Skips a grant if its user already has a
 * grant of that role with the same restrictions, regardless of the period.
 */
export function copyGrantsToRole(caller: Caller, ids: readonly number[], role_id: number): Change<GrantRow> {
  return {
    table,
    statement: sql`
      insert into grants (org_id, role_id, user_id, scope, team_id, starts_at, ends_at, reason, source, created_by, updated_by)
      select g.org_id, ${role_id}::int, g.user_id, g.scope, g.team_id, g.starts_at, g.ends_at, g.reason, g.source,
        ${caller.user_id}::int, ${caller.user_id}::int
      from grants g where g.org_id = ${caller.org_id} and g.id = any(${[...ids]}::int[]) and not exists (
        select 1 from grants o where o.org_id = g.org_id and o.role_id = ${role_id} and o.user_id = g.user_id
          and o.scope = g.scope and o.team_id is not distinct from g.team_id and o.deleted_at is null)
      order by g.id`,
    select: grants.select('c'),
  };
}

/** Pairs grants with their copies, which have the same user and restrictions. */
export function pairCopies(
  tx: Transaction,
  caller: Caller,
  from: readonly number[],
  copies: readonly number[],
): Promise<GrantReplacement[]> {
  return tx.rows<GrantReplacement>(sql`
    select g.id as grant_id, c.id as replacement_id from grants g
    join grants c on c.org_id = g.org_id and c.id = any(${[...copies]}::int[]) and c.user_id = g.user_id
      and c.scope = g.scope and c.team_id is not distinct from g.team_id
    where g.org_id = ${caller.org_id} and g.id = any(${[...from]}::int[])`);
}

export function archiveGrants(caller: Caller, ids: readonly number[]): Change<GrantRow> {
  return archiveWhere(caller, sql`id = any(${[...ids]}::int[])`);
}

/** Archives at most `limit` expired grants. `user_id` and `role_ids` restrict them to a user and to roles. */
export function archiveExpiredGrants(
  caller: Caller,
  of: { user_id?: number; role_ids?: readonly number[]; limit?: number },
): Change<GrantRow> {
  const { user_id, role_ids, limit = 500 } = of;
  return archiveWhere(
    caller,
    sql`id in (select g.id from grants g where g.org_id = ${caller.org_id} and g.deleted_at is null and g.ends_at <= now()
      ${user_id === undefined ? empty : sql`and g.user_id = ${user_id}`}
      ${role_ids === undefined ? empty : sql`and g.role_id = any(${[...role_ids]}::int[])`}
      order by g.ends_at, g.id limit ${limit}::int)`,
  );
}

function archiveWhere(caller: Caller, where: Prisma.Sql): Change<GrantRow> {
  const values = { deleted_at: sql`now()` };
  return {
    table,
    statement: updateRows(caller, table, values, sql`deleted_at is null and ${where}`),
    select: grants.select('c'),
  };
}

/** A grant of owner without an end, in force, to an active user who can sign in. */
export interface OwnerGrant {
  id: number;
  user_id: number;
}

export async function findOwnerGrants(tx: Transaction, caller: Caller): Promise<OwnerGrant[]> {
  return tx.rows<OwnerGrant>(sql`
    select g.id, g.user_id from grants g
    join roles r on r.org_id = g.org_id and r.id = g.role_id and r.is_builtin and r.code = 'owner'
    join ${liveUserOf('u', 'g')} and u.status = 'active' and not u.is_service
    where g.org_id = ${caller.org_id} and g.deleted_at is null and g.scope = 'role'
      and (g.starts_at is null or g.starts_at <= now()) and g.ends_at is null
    order by g.id`);
}
