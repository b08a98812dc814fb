import type pg from 'pg';

/** What lies in months, and goes into an archive together. */
export const partitionedTables = ['events', 'event_log', 'audit_log', 'audit_chain'] as const;

/** A partition of one of them, by its bounds; null where it is open. */
export interface Partition {
  parent: string;
  name: string;
  from: Date | null;
  to: Date | null;
}

/** All partitions, oldest first. */
export async function findPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<{ parent: string; name: string; from: string; to: string }>(
    `select p.relname as parent, c.relname as name,
       substring(b.text from $$FROM \\('([^']+)'\\)$$) as from, substring(b.text from $$TO \\('([^']+)'\\)$$) as to
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as text) b
     where p.relnamespace = 'public'::regnamespace and p.relname = any($1) and c.relkind = 'r'`,
    [[...partitionedTables]],
  );
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  return rows
    .map((row) => ({ ...row, from: moment(row.from), to: moment(row.to) }))
    .sort((a, b) => Number(a.from) - Number(b.from));
}

/** The ends of the months of events that end at or before a moment, oldest first. */
export async function monthsUntil(client: pg.ClientBase, before: Date): Promise<Date[]> {
  const all = await findPartitions(client);
  return all.flatMap(({ parent, from, to }) =>
    parent === 'events' && from !== null && to !== null && to <= before ? [to] : [],
  );
}
