import type { TestDatabase } from '@wfp/testing/database.ts';
import { deployMigrations } from '../../prisma/migrate.ts';
import { prepareDataFolder } from '../../scripts/services/data-folder.ts';
import { removeDataFolder, startPostgres, volatileSettings } from '../../scripts/services/postgres.ts';
import { makeVolatileFolder } from '../../scripts/services/volatile-folder.ts';

/**
 * Starts a separate server with one migrated database. On a server where other tests migrate databases, connections drop
 * the catalogue that they have cached, and their next statements read more buffers.
 */
export async function startPlanServer(): Promise<TestDatabase> {
  const dataDir = await makeVolatileFolder('workforce-plans-');
  await prepareDataFolder(dataDir);
  const common = { password: 'throwaway', database: 'plans', log: () => undefined };
  const server = await startPostgres({ dataDir, settings: volatileSettings, ...common });
  const drop = async () => {
    await server.stop();
    await removeDataFolder(dataDir);
  };
  await deployMigrations(server.url).catch(async (error) => {
    await drop();
    throw error;
  });
  return { url: server.url, drop };
}
