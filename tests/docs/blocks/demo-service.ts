import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { startPlatform } from '@wfp/shared';
import { testConfig } from '@wfp/testing';
import { createTestDatabase, testRedis } from '@wfp/testing/database.ts';
import { freePort } from '@wfp/testing/free-port.ts';
import { createTestLogger } from '@wfp/testing/test-logger.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { startApi } from '../../../apps/api/src/start-api.ts';
import { seedDemo } from '../../../prisma/seed/demo.ts';

/** The service with the demo organization, as after `npm start`. */
export interface DemoService {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** Creates the demo organization in a new database, and starts API and worker in this process. */
export async function startDemo(): Promise<DemoService> {
  const database = await createTestDatabase();
  const redis = testRedis();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wfp-guides-'));
  const port = await freePort();
  const urls = { databaseUrl: database.url, redisUrl: redis.url, prefix: redis.prefix };
  const config = testConfig(urls, { PORT: String(port), DATA_DIR: dataDir });
  const log = createTestLogger(config.LOG_LEVEL);
  const platform = startPlatform({ config, log, areas });
  await seedDemo(platform, () => undefined);
  await platform.close();
  const [api, worker] = await Promise.all([
    startApi({ config, log, port }),
    startWorker({ config, log, opsPort: 0 }),
  ]);
  return {
    url: `http://localhost:${port}`,
    dataDir,
    stop: async () => {
      await Promise.all([api.stop(), worker.stop()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
