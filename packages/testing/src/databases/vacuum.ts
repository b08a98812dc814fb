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
      // With few dead rows, VACUUM leaves them in the indexes by default, and their pages are then not all-visible.
      await client.query(`vacuum (analyze, index_cleanup on) ${table}`);
      const { rows } = await client.query(
        `select c.oid::regclass::text as partition, c.relpages, c.relallvisible
         from pg_class c where c.oid in (select relid from pg_partition_tree($1) union select $1::regclass)
           and c.relkind = 'r' and c.relallvisible < c.relpages`,
        [table],
      );
      return rows;
    };
    await eventually(incomplete, (partitions) => partitions.length === 0);
  }
}
