import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface MigrationFolders {
  schemaDir: string;
  migrationsDir: string;
}

export const projectFolders: MigrationFolders = {
  schemaDir: path.join(import.meta.dirname, 'schema'),
  migrationsDir: path.join(import.meta.dirname, 'migrations'),
};

const lockFile = 'migration_lock.toml';

/** Every .prisma file of the folder, in a stable order. */
export async function readSchema(schemaDir: string): Promise<{ path: string; content: string }[]> {
  const names = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma')).sort();
  if (names.length === 0) throw new Error(`No .prisma file in ${schemaDir}`);
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(schemaDir, name);
      return { path: file, content: await readFile(file, 'utf8') };
    }),
  );
}

/** The migrations in the format of the schema engine, oldest first. */
export async function readMigrations(migrationsDir: string) {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrationDirectories = await Promise.all(
    folders.map(async (folder) => ({
      path: folder,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(path.join(migrationsDir, folder, 'migration.sql'), 'utf8'),
        },
      },
    })),
  );
  const lock = await readFile(path.join(migrationsDir, lockFile), 'utf8').catch(() => null);
  return {
    baseDir: migrationsDir,
    lockfile: { path: lockFile, content: lock },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}
