import type pg from 'pg';
import { findPartitions, partitionedTables } from './partitions.ts';

/** Work that requires rows older than a given time; they cannot be archived before it has finished. */
const blockers: readonly [description: string, query: string][] = [
  ['events without a number: is a worker running?', 'select from outbox where occurred_at < $1'],
  [
    'failed projections of events: see the log of the worker',
    `select from relay_failures f join events e on e.org_id = f.org_id and e.id = f.event_id where e.occurred_at < $1`,
  ],
  [
    'unfinished webhook deliveries',
    `select from webhook_deliveries where filed_at = 'infinity' and event_occurred_at < $1`,
  ],
  [
    'audit entries that are not chained yet: is a worker running?',
    `select from audit_log a left join audit_heads h on h.org_id = a.org_id
     where a.occurred_at < $1 and a.id > coalesce(h.settled_id, 0)`,
  ],
];

/** @throws Error naming the work that still requires rows older than `before` */
export async function rejectUnfinishedWork(client: pg.ClientBase, before: Date): Promise<void> {
  for (const [description, query] of blockers) {
    const { rows } = await client.query(`select exists (${query}) as found`, [before]);
    if (rows[0].found) throw new Error(`Cannot archive: there are ${description}`);
  }
}

/**
 * Detaches the partitions that end at or before a time, in one transaction with the updates of the chain and the
 * event log. Rows of that age no longer change, so slow steps precede the locks.
 *
 * @param rows number of rows per table that the files contain
 * @throws Error if the tables have another number of rows
 */
export async function detach(
  client: pg.ClientBase,
  before: Date,
  rows: Readonly<Record<string, number>>,
): Promise<void> {
  await client.query(`begin; set local timezone = 'UTC'; set local lock_timeout = '1s'`);
  try {
    const tables = await partitionedTables(client);
    await rejectUnfinishedWork(client, before);
    await requireRows(client, tables, before, rows);
    await prepareChainBounds(client, before);
    await lockTables(client, tables);
    await saveChainBounds(client, before);
    await moveBounds(client, tables, before);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Locks all tables, or fails after one second, because writers queue behind a waiting lock. */
async function lockTables(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  await client.query(`set local statement_timeout = '1s'`);
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
  await client.query('set local statement_timeout = 0');
}

async function requireRows(
  client: pg.ClientBase,
  tables: readonly string[],
  before: Date,
  rows: Readonly<Record<string, number>>,
) {
  for (const table of tables) {
    const found = await client.query(
      `select count(*)::float8 as count from ${table} where occurred_at < $1`,
      [before],
    );
    if (found.rows[0].count !== rows[table])
      throw new Error(
        `${table} has ${found.rows[0].count} rows to archive, but the files contain ${rows[table]}`,
      );
  }
}

/**
 * Computes for each organization the last archived positions of the audit chain and of the event log, and the position
 * after which the remaining chain begins. It can be lower than the last archived one: entries and events are not chained
 * and numbered exactly in the order of their times.
 */
async function prepareChainBounds(client: pg.ClientBase, before: Date): Promise<void> {
  await client.query(
    `create temporary table gone_links on commit drop as
     select g.org_id, g.last_seq, s.archived_seq, c.hash as archived_hash
     from (select org_id, max(seq) as last_seq from audit_chain where occurred_at < $1 group by org_id) g
     cross join lateral (
       select coalesce(min(c.seq) - 1, g.last_seq) as archived_seq from audit_chain c
       where c.org_id = g.org_id and c.occurred_at >= $1) s
     left join audit_chain c on c.org_id = g.org_id and c.seq = s.archived_seq`,
    [before],
  );
  // Locks in the same order as chaining: the head first, then the chain.
  await client.query(
    `select from audit_heads h where h.org_id in (select org_id from gone_links) order by h.org_id for update`,
  );
  await client.query(
    `create temporary table gone_numbers on commit drop as
     select org_id, max(seq) as last_seq from event_log where occurred_at < $1 group by org_id`,
    [before],
  );
}

async function saveChainBounds(client: pg.ClientBase, before: Date): Promise<void> {
  await client.query(
    `update audit_heads h set archived_late_seq = g.last_seq, archived_seq = g.archived_seq,
       archived_hash = coalesce(g.archived_hash, h.archived_hash)
     from gone_links g where h.org_id = g.org_id`,
  );
  // Links of archived entries among the remaining links are kept, because the chain would otherwise have gaps.
  // `archived_late_seq` of the head records that their entries are archived.
  await client.query(
    `insert into audit_chain (org_id, seq, audit_id, prev_hash, hash, sealed_at, occurred_at)
     select c.org_id, c.seq, c.audit_id, c.prev_hash, c.hash, c.sealed_at, $1
     from gone_links g join audit_chain c on c.org_id = g.org_id and c.seq > g.archived_seq
     where c.occurred_at < $1 and g.last_seq > g.archived_seq`,
    [before],
  );
  // Deletes the remaining rows below the last archived number: readers resume only where the log has no gaps.
  await client.query('alter table event_log disable trigger append_only');
  await client.query(
    `delete from event_log l using gone_numbers g
     where l.org_id = g.org_id and l.seq < g.last_seq and l.occurred_at >= $1`,
    [before],
  );
  await client.query('alter table event_log enable trigger append_only');
  await client.query('delete from event_counts where starts_on < ($1::timestamptz at time zone $2)::date', [
    before,
    'UTC',
  ]);
}

async function moveBounds(client: pg.ClientBase, tables: readonly string[], before: Date): Promise<void> {
  const all = await findPartitions(client);
  for (const table of tables) {
    for (const { name } of all.filter((one) => one.parent === table && one.to && one.to <= before)) {
      await client.query(`alter table ${table} detach partition months."${name}"`);
      if (name === `${table}_before`) {
        await client.query(`alter table months."${name}" rename to "${name}_${before.getTime()}"`);
      }
    }
    await client.query(
      `select months.add('${table}', '${table}_before', 'from (minvalue) to (''${before.toISOString()}'')')`,
    );
  }
}

const rowsAtOnce = 10_000;

/** Drops detached partitions, also of an interrupted run, after deleting the values about people of their entries. */
export async function dropDetached(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'months'::regnamespace and relkind = 'r' and not relispartition order by 1`,
  );
  const names = rows.map((row) => row.name);
  for (const name of names.filter((one) => one.startsWith('audit_log_'))) {
    for (let gone = rowsAtOnce; gone === rowsAtOnce; ) {
      const deleted = await client.query(
        `delete from audit_personal where (org_id, audit_id) in (
           select p.org_id, p.audit_id from audit_personal p join months."${name}" a on a.org_id = p.org_id and a.id = p.audit_id
           limit ${rowsAtOnce})`,
      );
      gone = deleted.rowCount ?? 0;
    }
  }
  for (const name of names) await client.query(`drop table months."${name}"`);
  return names;
}
