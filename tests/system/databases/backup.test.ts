import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { areas, type CheckResult, checkInvariants } from '@wfp/areas';
import { startPlatform } from '@wfp/shared';
import { type Client, createTestClient, testConfig } from '@wfp/testing';
import { testRedis } from '@wfp/testing/database.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { createTestLogger } from '@wfp/testing/test-logger.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../../apps/api/src/start-api.ts';
import { deployMigrations } from '../../../prisma/migrate.ts';
import { prepareDataFolder } from '../../../scripts/services/data-folder.ts';
import {
  type RunningPostgres,
  removeDataFolder,
  startPostgres,
  volatileSettings,
} from '../../../scripts/services/postgres.ts';
import { makeVolatileFolder } from '../../../scripts/services/volatile-folder.ts';
import { signUpAt } from '../processes/sign-up.ts';

// The steps of docs/backup.md: a base backup while the service writes, archived WAL, and a restore to a point in time.

const run = promisify(execFile);
const base = { password: 'throwaway', database: 'workforce', log: () => undefined };
let folder: string;
let archive: string;
let original: RunningPostgres;
beforeAll(async () => {
  folder = await makeVolatileFolder('workforce-backup-');
  archive = path.join(folder, 'wal');
  await mkdir(archive);
  await chmod(archive, 0o777);
  const archiving = { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` };
  original = await start('original', archiving);
  await deployMigrations(original.url);
});
afterAll(async () => {
  await original?.stop();
  for (const name of ['original', 'restored']) await removeDataFolder(path.join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string, settings: Record<string, string>): Promise<RunningPostgres> {
  const dataDir = path.join(folder, name);
  await prepareDataFolder(dataDir);
  // As in production: the default of test servers is off.
  return startPostgres({
    ...base,
    dataDir,
    settings: { ...volatileSettings, full_page_writes: 'on', synchronous_commit: 'on', ...settings },
  });
}

const connected = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Starts the service on a database in this process. */
async function serve(databaseUrl: string) {
  const redis = testRedis();
  const config = testConfig({ databaseUrl, redisUrl: redis.url, prefix: redis.prefix });
  const log = createTestLogger('silent');
  const platform = startPlatform({ config, log, areas });
  const api = await startApi({ config, log, port: 0 });
  const worker = await startWorker({ config, log, opsPort: 0 });
  const stop = async () => {
    await Promise.all([api.stop(), worker.stop()]);
    await platform.close();
  };
  return { url: `http://localhost:${api.port}`, platform, stop };
}

/** Delay of each writer: the backup needs concurrent writes, not load. */
const writePauseMs = 40;

/** Creates tasks with four concurrent writers until stopped. `created` has the ids of acknowledged tasks. */
function write(owner: Client) {
  const created: number[] = [];
  let isRunning = true;
  const one = async () => {
    while (isRunning) {
      const { status, body } = await owner.call('POST', '/tasks', { title: `Task ${created.length}` });
      if (status === 201) created.push(body.id);
      await sleep(writePauseMs);
    }
  };
  const done = Promise.all(Array.from({ length: 4 }, one));
  const stop = () => {
    isRunning = false;
    return done;
  };
  return { created, stop };
}

/** Adds a file to a data folder with the owner of the server, which must be able to delete it. */
async function addFile(place: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(path.join(place, 'PG_VERSION'));
  await writeFile(path.join(place, name), text);
  await chown(path.join(place, name), uid, gid);
}

/** Copies the files of a running server without its WAL, which is archived. */
async function copyOnline(client: pg.Client, target: string): Promise<void> {
  const { rows } = await client.query("select current_setting('data_directory') as source");
  await client.query("select pg_backup_start('nightly', fast => true)");
  const left = ['./postmaster.pid', './postmaster.opts', './pg_wal/*', './pg_replslot/*'].map(
    (name) => `--exclude=${name}`,
  );
  await mkdir(target, { recursive: true });
  // Files may change while they are read: replaying the WAL makes them consistent.
  await run('sh', [
    '-c',
    `tar -C "$1" ${left.join(' ')} --warning=no-file-changed -cf - . | tar -C "$2" -xpf -`,
    'copy',
    rows[0].source,
    target,
  ]);
  const stopped = await client.query('select labelfile from pg_backup_stop(wait_for_archive => true)');
  await addFile(target, 'backup_label', stopped.rows[0].labelfile);
}

/** Waits until the WAL up to now is archived. */
async function archived(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as file');
  await eventually(
    async () =>
      (await client.query('select last_archived_wal >= $1 as is_there from pg_stat_archiver', [rows[0].file]))
        .rows[0].is_there,
    (isThere) => isThere === true,
  );
}

/** Starts a server on the copied files that replays the WAL up to a restore point. */
async function restore(copy: string, moment: string): Promise<RunningPostgres> {
  const dataDir = path.join(folder, 'restored');
  await prepareDataFolder(dataDir);
  await mkdir(path.join(dataDir, 'postgres'), { mode: 0o711 });
  const place = path.join(await realpath(path.join(dataDir, 'postgres')), '18');
  await run('cp', ['-a', copy, place]);
  await addFile(place, 'recovery.signal', '');
  const server = await start('restored', {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_name: moment,
    recovery_target_action: 'promote',
  });
  await connected(server.url, (client) =>
    eventually(
      async () => (await client.query('select pg_is_in_recovery() as is_following')).rows[0].is_following,
      (isFollowing) => isFollowing === false,
    ),
  );
  return server;
}

const violated = (checked: readonly CheckResult[]) => checked.filter((one) => one.violations.length > 0);

it('restores a point in time without losing acknowledged writes, and every invariant holds', async () => {
  const before = await serve(original.url);
  const owner = await signUpAt(before, 'acme');
  const writing = write(owner);
  await eventually(
    async () => writing.created.length,
    (count) => count > 20,
  );
  // The invariants hold during writes, too.
  expect(violated(await checkInvariants(before.platform))).toEqual([]);
  const copy = path.join(folder, 'copy');
  const acknowledgedIds = await connected(original.url, async (client) => {
    await copyOnline(client, copy);
    const atCopy = writing.created.length;
    await eventually(
      async () => writing.created.length,
      (count) => count > atCopy + 20,
    );
    const acknowledged = [...writing.created];
    await client.query("select pg_create_restore_point('before_the_mistake')");
    await eventually(
      async () => writing.created.length,
      (count) => count > acknowledged.length + 5,
    );
    // Simulates a mistake that the service itself could not make.
    await client.query(`set session_replication_role = replica; delete from tasks; delete from events`);
    await archived(client);
    return acknowledged;
  });
  await writing.stop();
  await before.stop();
  await original.stop();

  const restored = await restore(copy, 'before_the_mistake');
  try {
    const after = await serve(restored.url);
    try {
      expect(violated(await checkInvariants(after.platform))).toEqual([]);
      const restoredIds = await connected(restored.url, async (client) =>
        (await client.query('select id from tasks')).rows.map(({ id }) => id),
      );
      expect(acknowledgedIds.filter((id) => !restoredIds.includes(id))).toEqual([]);
      const client = createTestClient(after.url, { access_token: owner.token, user: owner.user });
      const created = await client.call('POST', '/tasks', { title: 'After the restore' });
      expect([created.status, restoredIds.includes(created.body.id)]).toEqual([201, false]);
      await connected(restored.url, (client) =>
        eventually(
          async () => (await client.query('select count(*)::int as waiting from outbox')).rows[0].waiting,
          (waiting) => waiting === 0,
        ),
      );
      const events = await connected(restored.url, async (client) =>
        (
          await client.query(`select aggregate_id from events where event_type = 'task.post_create'`)
        ).rows.map((row) => row.aggregate_id),
      );
      expect(acknowledgedIds.filter((id) => !events.includes(id))).toEqual([]);
      expect(violated(await checkInvariants(after.platform))).toEqual([]);
    } finally {
      await after.stop();
    }
  } finally {
    await restored.stop();
  }
});
