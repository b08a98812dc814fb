import type { Caller } from '../../caller.ts';
import type { LockOf } from '../../db/advisory-locks.ts';
import { lockOrganization, Prisma, type Transaction } from '../../db/index.ts';
import { type Check, maxViolations, sqlCheck } from '../../db/schema/check.ts';
import { identifier, literal } from '../../db/writes/recorded/recorded-table.ts';
import type { ResourceBase } from '../capability.ts';
import type { AnyValues } from '../rows/row.ts';

const { sql, join, empty, raw } = Prisma;

/** Which rows a row of a tree can be below. */
export interface TreeShape {
  /** The maximum number of levels. */
  maxDepth: number;
  /**
   * Fields whose values define separate trees: a row and its parent have the same values. They must be required, writable
   * once, and filters; `GET …/tree` has the same filters.
   */
  within?: readonly string[];
  /** The kinds of parents allowed for each kind; null means the root level. No restriction if omitted. */
  kinds?: { field: string; below: Readonly<Record<string, readonly (string | null)[]>> };
}

/** Bounds the recursion. Cycles cannot occur. */
const maxLevels = 100;

/**
 * The check of a tree. Rows that cannot be reached from the root level within the maximum depth are in a cycle, below a deleted
 * row or too deep.
 */
export function treeCheck(
  { maxDepth, within = [], kinds }: TreeShape,
  { table, noun: [one, many] }: Pick<ResourceBase, 'table' | 'noun'>,
): Check {
  const of = identifier(table);
  const differences = within.map(
    (name) => sql`p.id is not null and p.${identifier(name)} is distinct from t.${identifier(name)}`,
  );
  if (kinds) differences.push(isBelowOtherKind(kinds));
  return sqlCheck(
    {
      name: `tree-of-${many.replaceAll(' ', '-')}`,
      scope: 'organization',
      invariant: `Each of the ${many} is at the root level or below one of the same tree that may have it, at most ${maxDepth} levels deep.`,
      repair: `Set parent_id of the ${one} to null in the database, then move it with POST …/:id/move.`,
    },
    ({ org_id }) => sql`
      with recursive reached(id, level) as (
        select t.id, 1 from ${of} t where t.org_id = ${org_id} and t.deleted_at is null and t.parent_id is null
        union all
        select t.id, r.level + 1 from ${of} t join reached r on t.parent_id = r.id
        where t.org_id = ${org_id} and t.deleted_at is null and r.level < ${maxDepth}
      ), found(id, problem) as (
        select t.id, 'is in a cycle, below a deleted row, or too deep' from ${of} t
        where t.org_id = ${org_id} and t.deleted_at is null and t.id not in (select r.id from reached r)
        union all
        select t.id, 'is below a row of another tree or kind' from ${of} t
        left join ${of} p on p.org_id = t.org_id and p.id = t.parent_id
        where t.org_id = ${org_id} and t.deleted_at is null and (${join([...differences, sql`false`], ' or ')})
      )
      select format('${raw(one)} %s %s', f.id, f.problem) as message from found f
      order by f.id, f.problem limit ${maxViolations + 1}`,
  );
}

/** Condition: the row `t` is of a kind that must not be below its parent `p`, or at the root level. */
function isBelowOtherKind({ field, below }: NonNullable<TreeShape['kinds']>): Prisma.Sql {
  const [kind, above] = [sql`t.${identifier(field)}::text`, sql`p.${identifier(field)}::text`];
  return sql`not coalesce(${JSON.stringify(below)}::jsonb -> ${kind}, '[]') @> coalesce(to_jsonb(${above}), 'null')`;
}

/** Locks the structure of the organization's tree until the end of the transaction. */
export async function lockTree(
  tx: Transaction,
  caller: Caller,
  lock: LockOf<'organization'> = 'row_tree',
): Promise<void> {
  await lockOrganization(tx, caller, lock);
}

/** Returns a row and its ancestors, nearest first, with the values of some columns; empty if the row does not exist. */
export function findLineage(
  tx: Transaction,
  caller: Caller,
  table: string,
  id: number,
  columns: readonly string[] = [],
): Promise<{ id: number; compared: AnyValues }[]> {
  const of = identifier(table);
  const pairs = columns.flatMap((name) => [literal(name), identifier(name)]);
  const compared = sql`jsonb_build_object(${pairs.length > 0 ? join(pairs) : empty})`;
  return tx.rows(sql`
    with recursive up(id, level) as (
      select t.id, 1 from ${of} t where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null
      union all
      select p.id, up.level + 1 from up
      join ${of} t on t.org_id = ${caller.org_id} and t.id = up.id
      join ${of} p on p.org_id = t.org_id and p.id = t.parent_id
      where up.level < ${maxLevels}
    )
    select up.id, (select ${compared} from ${of} where org_id = ${caller.org_id} and id = up.id) as compared
    from up order by up.level`);
}

/**
 * Returns the number of levels of the subtree of a row: 1 without live descendants. Searches each level once, for all of its
 * parents: with outdated statistics, one search for each row may read all rows of the organization.
 */
export async function computeHeight(
  tx: Transaction,
  caller: Caller,
  table: string,
  id: number,
): Promise<number> {
  const of = identifier(table);
  const [row] = await tx.rows<{ height: number }>(sql`
    with recursive down(ids, level) as (
      select array[${id}::int], 1
      union all
      select below.ids, down.level + 1 from down cross join lateral (
        select array_agg(t.id) as ids from ${of} t
        where t.org_id = ${caller.org_id} and t.parent_id = any(down.ids) and t.deleted_at is null
      ) below
      where below.ids is not null and down.level < ${maxLevels}
    )
    select max(level)::int as height from down`);
  return row?.height ?? 1;
}

export async function countChildren(
  tx: Transaction,
  caller: Caller,
  table: string,
  id: number,
): Promise<number> {
  const [row] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from ${identifier(table)}
    where org_id = ${caller.org_id} and parent_id = ${id} and deleted_at is null`);
  return row?.total ?? 0;
}

/** Returns the kind of a live child that is not one of `kinds`; undefined if there is none. */
export async function findOtherKindBelow(
  tx: Transaction,
  caller: Caller,
  table: string,
  id: number,
  field: string,
  kinds: readonly string[],
): Promise<string | undefined> {
  const kind = sql`${identifier(field)}::text`;
  const [row] = await tx.rows<{ kind: string }>(sql`select ${kind} as kind from ${identifier(table)}
    where org_id = ${caller.org_id} and parent_id = ${id} and deleted_at is null
      and ${kind} <> all (${kinds}::text[]) order by id limit 1`);
  return row?.kind;
}
