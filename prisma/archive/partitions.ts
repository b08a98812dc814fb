import type pg from 'pg';

interface PartitionedTable {
  name: string;
  has_id: boolean;
  /** The columns whose names end in `_id`. */
  references: { column: string; is_nullable: boolean }[];
}

/**
 * The tables that are partitioned by month of `occurred_at` and archived together, as listed in PostgreSQL's
 * catalogue.
 *
 * Their order is the lock order: a table follows those it refers to, because a write inserts the event before its audit
 * entry, and the entry before its link. Of two tables at the same distance from the first, the one whose reference is
 * never null comes first. Partitions have no foreign keys: a column `<word>_id` refers to the table that has
 * a column `id` and a name that begins with the word. `extend_partitions()` locks in the same order.
 */
export async function partitionedTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<PartitionedTable>(
    `select c.relname as name, bool_or(a.attname = 'id') as has_id,
       coalesce(json_agg(json_build_object('column', a.attname, 'is_nullable', not a.attnotnull))
         filter (where a.attname like '%\\_id'), '[]') as "references"
     from pg_partitioned_table t join pg_class c on c.oid = t.partrelid
     join pg_attribute k on k.attrelid = c.oid and k.attnum = any(t.partattrs::int2[]) and k.attname = 'occurred_at'
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace
     group by c.relname`,
  );
  return inOrderOfLocks(rows);
}

function inOrderOfLocks(tables: readonly PartitionedTable[]): string[] {
  const targetsOf = ({ name: own, references }: PartitionedTable) =>
    references.flatMap(({ column, is_nullable }) =>
      tables
        .filter(
          ({ name, has_id }) => has_id && name !== own && name.startsWith(column.slice(0, -'_id'.length)),
        )
        .map((target) => ({ target, is_nullable })),
    );
  const distanceOf = (table: PartitionedTable): number =>
    Math.max(0, ...targetsOf(table).map(({ target }) => 1 + distanceOf(target)));
  const mayBeAlone = (table: PartitionedTable) => Number(targetsOf(table).every((one) => one.is_nullable));
  return [...tables]
    .sort(
      (a, b) => distanceOf(a) - distanceOf(b) || mayBeAlone(a) - mayBeAlone(b) || (a.name < b.name ? -1 : 1),
    )
    .map(({ name }) => name);
}

/** A partition with its bounds; null for an open end. */
export interface Partition {
  parent: string;
  name: string;
  from: Date | null;
  to: Date | null;
}

/** The partitions of the tables of `partitionedTables`, oldest first. */
export async function findPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<{ parent: string; name: string; from: string; to: string }>(
    `select p.relname as parent, c.relname as name,
       substring(b.text from $$FROM \\('([^']+)'\\)$$) as from, substring(b.text from $$TO \\('([^']+)'\\)$$) as to
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as text) b
     where p.relnamespace = 'public'::regnamespace and p.relname = any($1) and c.relkind = 'r'`,
    [await partitionedTables(client)],
  );
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  return rows
    .map((row) => ({ ...row, from: moment(row.from), to: moment(row.to) }))
    .sort((a, b) => Number(a.from) - Number(b.from));
}

/** The ends of the months of events that end at or before `before`, oldest first. */
export async function monthsUntil(client: pg.ClientBase, before: Date): Promise<Date[]> {
  const all = await findPartitions(client);
  return all.flatMap(({ parent, from, to }) =>
    parent === 'events' && from !== null && to !== null && to <= before ? [to] : [],
  );
}
