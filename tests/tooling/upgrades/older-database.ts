import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@wfp/testing/database.ts';
import pg from 'pg';
import { deployMigrations } from '../../../prisma/migrate.ts';
import { projectFolders } from '../../../prisma/migration-files.ts';

/** A database in the state of an older version. */
export interface OlderDatabase {
  client: pg.Client;
  /** Applies the missing migrations and returns their names. */
  upgrade(): Promise<string[]>;
  drop(): Promise<void>;
}

/**
 * Creates a database with all migrations before the given one.
 *
 * @param migration its name without the timestamp
 */
export async function databaseBefore(migration: string): Promise<OlderDatabase> {
  const all = (await readdir(projectFolders.migrationsDir)).sort();
  const first = all.find((name) => name.endsWith(`_${migration}`));
  if (!first) throw new Error(`There is no migration ${migration}`);
  const database = await createTestDatabase();
  const older = await mkdtemp(path.join(tmpdir(), 'workforce-upgrade-'));
  for (const name of all) {
    if (name >= first && /^\d/.test(name)) continue;
    await cp(path.join(projectFolders.migrationsDir, name), path.join(older, name), { recursive: true });
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await deployMigrations(database.url, { folders: { ...projectFolders, migrationsDir: older } });
  const drop = async () => {
    await client.end();
    await database.drop();
    await rm(older, { recursive: true, force: true });
  };
  return { client, upgrade: () => deployMigrations(database.url), drop };
}
