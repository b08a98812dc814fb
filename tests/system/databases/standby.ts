import { execFile } from 'node:child_process';
import { realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deployMigrations } from '../../../prisma/migrate.ts';
import { prepareDataFolder } from '../../../scripts/services/data-folder.ts';
import {
  type RunningPostgres,
  removeDataFolder,
  startPostgres,
  volatileSettings,
} from '../../../scripts/services/postgres.ts';
import { makeVolatileFolder } from '../../../scripts/services/volatile-folder.ts';

export interface ServerPair {
  primary: RunningPostgres;
  standby: RunningPostgres;
  stop(): Promise<void>;
}

const password = 'throwaway';
const database = 'followed';

/** Starts a migrated server and a standby that replays what it writes. */
export async function startServerPair(): Promise<ServerPair> {
  const [first, second] = await Promise.all([newFolder(), newFolder()]);
  const start = (dataDir: string, settings: Record<string, string>, port?: number) =>
    startPostgres({
      ...{ dataDir, password, database, port, log: () => undefined },
      // As in production: read-your-writes relies on the flushed WAL position.
      settings: { ...volatileSettings, synchronous_commit: 'on', shared_buffers: '64MB', ...settings },
    });
  const before = await start(first, {});
  await deployMigrations(before.url);
  await before.stop();
  await promisify(execFile)('cp', [
    '-a',
    await realpath(path.join(first, 'postgres')),
    path.join(second, 'postgres'),
  ]);
  const primary = await start(first, {}, before.port);
  await writeFile(path.join(second, 'postgres/18/standby.signal'), '');
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`;
  const standby = await start(second, { primary_conninfo: source });
  return {
    primary,
    standby,
    stop: async () => {
      await standby.stop();
      await primary.stop();
      await Promise.all([removeDataFolder(first), removeDataFolder(second)]);
    },
  };
}

async function newFolder(): Promise<string> {
  const folder = await makeVolatileFolder('workforce-pair-');
  await prepareDataFolder(folder);
  return folder;
}
