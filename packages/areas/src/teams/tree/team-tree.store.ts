import { type Caller, rowsInReach } from '@wfp/shared';
import { lockOrganization, Prisma, readRows, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** Takes the organization's lock of the team tree: its shape and its slugs stay as read until the end. */
export async function lockTeamTree(tx: Transaction, caller: Caller): Promise<void> {
  await lockOrganization(tx, caller, 'team_tree');
}

/** A team and what is above it, nearest first; empty when there is no such team. */
export async function lineageOf(tx: Transaction, caller: Caller, id: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    with recursive up(id, parent_id, level) as (
      select t.id, t.parent_id, 1 from teams t
      where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null
      union all
      select t.id, t.parent_id, up.level + 1 from teams t join up on t.id = up.parent_id
      where t.org_id = ${caller.org_id} and t.deleted_at is null and up.level < 100
    )
    select id from up order by level`);
  return rows.map((row) => row.id);
}

/** How many levels a team and what is below it have. */
export async function heightOf(tx: Transaction, caller: Caller, id: number): Promise<number> {
  const [row] = await tx.rows<{ height: number }>(sql`
    with recursive down(id, level) as (
      select t.id, 1 from teams t where t.org_id = ${caller.org_id} and t.id = ${id}
      union all
      select t.id, down.level + 1 from teams t join down on t.parent_id = down.id
      where t.org_id = ${caller.org_id} and t.deleted_at is null and down.level < 100
    )
    select max(level)::int as height from down`);
  return row?.height ?? 1;
}

/** The slugs that a slug made from a name could collide with. */
export async function slugsLike(tx: Transaction, caller: Caller, wanted: string): Promise<Set<string>> {
  const rows = await tx.rows<{ slug: string }>(sql`select t.slug from teams t
    where t.org_id = ${caller.org_id} and t.deleted_at is null and (t.slug = ${wanted} or t.slug like ${`${wanted}-%`})`);
  return new Set(rows.map((row) => row.slug));
}

/** A team as the tree shows it. */
export interface TreeRow {
  id: number;
  parent_id: number | null;
  name: string;
  members_count: number;
}

/** All teams the caller sees, by name. */
export async function findTree(caller: Caller): Promise<TreeRow[]> {
  return readRows<TreeRow>(
    caller,
    sql`select t.id, t.name, t.slug, t.kind, t.parent_id, t.lead_employee_id, t.color,
        coalesce(people.members, 0) as members_count
      from teams t
      left join (
        select m.team_id, count(*)::int as members from team_members m
        where m.org_id = ${caller.org_id} and m.deleted_at is null
          and m.joined_on <= current_date and (m.left_on is null or m.left_on > current_date)
        group by m.team_id
      ) people on people.team_id = t.id
      where t.org_id = ${caller.org_id} and t.deleted_at is null
        and ${rowsInReach(caller, 'team:read', { teams: [sql`t.id`] })}
      order by lower(t.name), t.id`,
  );
}
