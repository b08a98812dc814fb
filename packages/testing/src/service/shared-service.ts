import type { Config } from '@wfp/shared/config';
import { Prisma } from '@wfp/shared/db';
import { createTestDatabase } from '../databases/database.ts';
import { type OpenService, openService, type TestService } from './own-service.ts';
import { createMutableLogger } from './test-logger.ts';

interface Shared {
  service: OpenService;
  schema: string;
}

/** The service of this process. Its test files run one after another and share loaded modules. */
let shared: Promise<Shared> | undefined;
const shown = createMutableLogger();

const openSharedService = async (): Promise<Shared> => {
  const service = await openService({
    overrides: {},
    log: shown.log,
    database: await createTestDatabase(),
  });
  return { service, schema: await schemaDigest(service) };
};

/**
 * Returns the service that all test files of this process share. A file uses its own organizations. It must not start
 * workers, change the schema, or count rows of all organizations: these, and a configuration of its own, require
 * `startOwnService`.
 *
 * @param LOG_LEVEL `silent` if the file causes expected errors
 */
export async function startService({ LOG_LEVEL }: { LOG_LEVEL?: 'silent' } = {}): Promise<TestService> {
  shared ??= openSharedService();
  const { service, schema } = await shared;
  shown.mute(LOG_LEVEL === 'silent');
  const stops: (() => Promise<void>)[] = [];
  const { openPod, ...common } = service;
  return {
    ...common,
    startPod: async (settings?: Partial<Config>) => {
      const pod = await openPod(settings);
      stops.push(pod.stop);
      return pod.url;
    },
    stop: async () => {
      shown.mute(false);
      await Promise.all(stops.map((stop) => stop()));
      if ((await schemaDigest(service)) === schema) return;
      shared = undefined;
      throw new Error('This file changed the schema of the shared database: use startOwnService');
    },
  };
}

/** True for the shared database: a worker on it would process work of other test files. */
export async function isShared(databaseUrl: string): Promise<boolean> {
  return (await shared)?.service.config.DATABASE_URL === databaseUrl;
}

/** Returns a digest of the schema, to detect changes by a test file. */
async function schemaDigest(service: TestService): Promise<string> {
  const [row] = await service.rows<{ digest: string }>(Prisma.sql`select md5(concat_ws(' ',
    (select string_agg(oid::text, ',' order by oid) from pg_class where relnamespace = 'public'::regnamespace),
    (select string_agg(oid::text || tgenabled::text, ',' order by oid) from pg_trigger),
    (select string_agg(oid::text || md5(prosrc), ',' order by oid) from pg_proc
      where pronamespace = 'public'::regnamespace),
    (select string_agg(oid::text, ',' order by oid) from pg_constraint where connamespace = 'public'::regnamespace))
  ) as digest`);
  return row?.digest ?? '';
}
