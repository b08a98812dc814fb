import path from 'node:path';
import {
  lockDataFolder,
  prepareDataFolder,
  readServicesRecord,
  writeServicesRecord,
} from './services/data-folder.ts';
import { type RunningPostgres, startPostgres, volatileSettings } from './services/postgres.ts';
import { type RunningRedis, startRedis } from './services/redis.ts';

interface ServicesOptions {
  dataDir: string;
  /** If set, no PostgreSQL is started. */
  databaseUrl?: string | undefined;
  /** If set, no Redis is started. */
  redisUrl?: string | undefined;
  /** For tests: fast, not durable. */
  isVolatile?: boolean;
  log?: (line: string) => void;
}

export interface Services {
  databaseUrl: string;
  redisUrl: string;
  stop(): Promise<void>;
}

/**
 * Provides PostgreSQL and Redis: the servers of the URLs if set, otherwise local servers with their data in `dataDir`.
 *
 * @throws DataFolderInUse if another process uses the folder
 */
export async function startServices({
  dataDir: folder,
  databaseUrl,
  redisUrl,
  isVolatile = false,
  log = () => undefined,
}: ServicesOptions): Promise<Services> {
  if (databaseUrl && redisUrl) return { databaseUrl, redisUrl, stop: async () => undefined };
  const dataDir = path.resolve(folder);
  await prepareDataFolder(dataDir);
  const unlock = await lockDataFolder(dataDir);
  let postgres: RunningPostgres | undefined;
  let redis: RunningRedis | undefined;
  const stop = async () => {
    const results = await Promise.allSettled([postgres?.stop(), redis?.stop()]);
    await unlock();
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  try {
    const record = await readServicesRecord(dataDir);
    await writeServicesRecord(dataDir, record);
    const shared = { dataDir, password: record.password, log };
    if (!databaseUrl) {
      const settings = isVolatile ? volatileSettings : {};
      postgres = await startPostgres({
        ...shared,
        settings,
        port: record.postgresPort,
        database: 'workforce',
      });
    }
    if (!redisUrl) redis = await startRedis({ ...shared, isVolatile, port: record.redisPort });
    await writeServicesRecord(dataDir, {
      ...record,
      ...(postgres && { postgresPort: postgres.port }),
      ...(redis && { redisPort: redis.port }),
    });
    return { databaseUrl: databaseUrl || urlOf(postgres), redisUrl: redisUrl || urlOf(redis), stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

function urlOf(server: { url: string } | undefined): string {
  if (!server) throw new Error('The server was not started');
  return server.url;
}
