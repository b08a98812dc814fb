import pg from 'pg';

/**
 * Copies a database to another one with the same migrations, as pg_dump and pg_restore do: rows as text from one snapshot,
 * without transaction ids, and the values of sequences. The embedded server has no pg_dump, and an older pg_dump rejects
 * a newer server.
 */
export async function copyDatabase(fromUrl: string, toUrl: string): Promise<void> {
  const [from, to] = [fromUrl, toUrl].map((connectionString) => new pg.Client({ connectionString }));
  if (!from || !to) throw new Error('Two databases are needed');
  await Promise.all([from.connect(), to.connect()]);
  try {
    await from.query("begin isolation level repeatable read read only; set local search_path = ''");
    // As pg_restore does: without triggers and foreign keys, and with an empty search path, so that checks, generated
    // columns and indexes that depend on it fail.
    await to.query("begin; set local session_replication_role = replica; set local search_path = ''");
    const tables = await tablesOf(from);
    await to.query(`truncate ${tables.map((table) => table.name).join(', ')} cascade`);
    for (const table of tables) await copyTable(from, to, table);
    await copySequences(from, to);
    await to.query('commit');
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

interface Table {
  name: string;
  columns: string[];
}

/** Returns tables with their writable columns, without partitions. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(`
    select c.oid::regclass::text as name,
           array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> '_prisma_migrations' and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by 1`);
  return rows;
}

async function copyTable(from: pg.Client, to: pg.Client, { name, columns }: Table): Promise<void> {
  const { rows } = await from.query(`select whole::text as row from ${name} whole`);
  await to.query(
    `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${columns.map((column) => `(whole).${column}`).join(', ')}
    from (select row::${name} as whole from unnest($1::text[]) row)`,
    [rows.map(({ row }) => row)],
  );
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query(
    `select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences
    where last_value is not null`,
  );
  for (const { name, last_value } of rows) await to.query('select setval($1, $2)', [name, last_value]);
}
