import { removeDataFolder } from '../../services/postgres.ts';
import { makeVolatileFolder } from '../../services/volatile-folder.ts';
import { startServices } from '../../services.ts';
import { useCompileCache } from '../compile-cache.ts';
import { createTemplate } from '../template-database.ts';

/** Runs work with a PostgreSQL and a Redis that all Vitest instances of this process use. */
export async function withTestServices<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  useCompileCache();
  const dataDir = await makeVolatileFolder(`workforce-tests-${process.pid}-`);
  const services = await startServices({ dataDir, isVolatile: true });
  Object.assign(process.env, {
    TEST_DATABASE_URL: services.databaseUrl,
    TEST_REDIS_URL: services.redisUrl,
  });
  try {
    process.env.TEST_TEMPLATE = await createTemplate(services.databaseUrl);
    return await work(dataDir);
  } finally {
    await services.stop();
    await removeDataFolder(dataDir);
  }
}
