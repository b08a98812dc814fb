import type pg from 'pg';
import { eventually } from '../network/receiver.ts';

/**
 * Vacuums and analyzes tables and their partitions, as autovacuum does in production, until index-only scans read no
 * table pages. One vacuum is not enough if a concurrent statement of the database, such as autovacuum's own `analyze`,
 * has a snapshot from before the rows were inserted. The role of `client` must own the tables.
 */
export async function vacuumAnalyze(client: pg.ClientBase, ...tables: string[]): Promise<void> {
  for (const table of tables) {
    const incomplete = async () => {
      await client.query(`vacuum analyze ${table}`);
      const { rows } = await client.query(
        `select c.oid::regclass::text as partition, c.relpages, c.relallvisible
         from pg_partition_tree($1) t join pg_class c on c.oid = t.relid
         where t.isleaf and c.relallvisible < c.relpages`,
        [table],
      );
      return rows;
    };
    await eventually(incomplete, (partitions) => partitions.length === 0);
  }
}
