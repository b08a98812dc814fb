import type { Caller } from '@wfp/shared';
import { byKey, lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';

const { sql, raw } = Prisma;

export const teamMoved = {
  type: 'team.moved',
  when: sql`c._before -> 'parent_id' is distinct from c._after -> 'parent_id'`,
};

/** Locks a team against deletion until the transaction ends. Returns false if the team does not exist. */
export async function lockTeam(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const teams = await tx.rows(
    byKey(sql`select t.id from teams t
    where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null for share`),
  );
  return teams.length > 0;
}

export async function findTeamKind(tx: Transaction, caller: Caller, id: number): Promise<string | undefined> {
  const [team] = await tx.rows<{ kind: string }>(
    sql`select t.kind::text from teams t where t.org_id = ${caller.org_id} and t.id = ${id}`,
  );
  return team?.kind;
}

// Queries `employees` directly, because that area depends on this one. merger.store.ts does the same.

/**
 * Locks an employee against deletion and against other calls of this function, so that sums of allocations are computed
 * one after another.
 */
export async function lockEmployee(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<{ id: number; status: string; team_id: number | null } | undefined> {
  const [employee] = await tx.rows<{ id: number; status: string; team_id: number | null }>(
    sql`select e.id, e.status::text, e.team_id from employees e where e.org_id = ${caller.org_id} and e.id = ${id}
      and e.deleted_at is null for no key update`,
  );
  return employee;
}

/**
 * Counts the child teams and members of a team. Employees with this primary team are members even without a current
 * membership.
 */
export async function countTeamDependents(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<{ members: number; children: number }> {
  const [counts] = await tx.rows<{ members: number; children: number }>(sql`select
    (select count(*) from (
      select m.employee_id from team_members m where m.org_id = ${caller.org_id} and m.team_id = ${id}
        and m.deleted_at is null and (m.left_on is null or m.left_on > greatest(m.joined_on, current_date))
      union
      select e.id from employees e where e.org_id = ${caller.org_id} and e.team_id = ${id} and e.deleted_at is null
    ) people)::int as members,
    (select count(*) from teams t where t.org_id = ${caller.org_id} and t.parent_id = ${id}
      and t.deleted_at is null)::int as children`);
  if (!counts) throw new Error('Invariant: the query returned no row');
  return counts;
}

/**
 * Takes the organization's lock of the team tree: until the transaction ends, no team is created, renamed, moved,
 * deleted or restored.
 */
export async function lockTeamTree(tx: Transaction, caller: Caller): Promise<void> {
  await lockOrganization(tx, caller, 'team_tree');
}

export async function findSimilarSlugs(
  tx: Transaction,
  caller: Caller,
  wanted: string,
): Promise<Set<string>> {
  const rows = await tx.rows<{ slug: string }>(sql`select t.slug from teams t
    where t.org_id = ${caller.org_id} and t.deleted_at is null and (t.slug = ${wanted} or t.slug like ${`${wanted}-%`})`);
  return new Set(rows.map((row) => row.slug));
}

/** Expression: the number of today's members of a team, without those of child teams. */
export const membersCount = (alias: string) => sql`(select count(*)::int from team_members m
  where m.org_id = ${raw(alias)}.org_id and m.team_id = ${raw(alias)}.id and m.deleted_at is null
    and m.joined_on <= current_date and (m.left_on is null or m.left_on > current_date))`;
