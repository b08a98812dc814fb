import pg from 'pg';

/**
 * Moves what a database holds to another one of the same migrations, as a dump and its restore do: rows
 * as text, from one snapshot, without their transaction ids, and where the sequences stand. (PostgreSQL's
 * own pg_dump does not come with the embedded server, and an older one refuses it.)
 */
export async function copyDatabase(fromUrl: string, toUrl: string): Promise<void> {
  const [from, to] = [fromUrl, toUrl].map((connectionString) => new pg.Client({ connectionString }));
  if (!from || !to) throw new Error('Two databases are needed');
  await Promise.all([from.connect(), to.connect()]);
  try {
    await from.query("begin isolation level repeatable read read only; set local search_path = ''");
    // As a restore does: no triggers and no foreign keys until all is there, and no search path, so that
    // a check, a generated column or an index that leans on one fails.
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

/** Tables with the columns that are written; partitions are reached through what they are parts of. */
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
