import { Prisma } from '@wfp/shared/db';
import type { TestService } from '../index.ts';

const { sql, raw, join } = Prisma;

/** Returns the number of rows of each table that the service may read. */
export async function countRows(service: TestService): Promise<Record<string, number>> {
  const tables = await service.rows<{ name: string }>(
    sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege(c.oid, 'select')`,
  );
  const counts = tables.map(
    ({ name }) => sql`select ${name} as name, count(*)::int as count from ${raw(`"${name}"`)}`,
  );
  const rows = await service.rows<{ name: string; count: number }>(join(counts, ' union all '));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
