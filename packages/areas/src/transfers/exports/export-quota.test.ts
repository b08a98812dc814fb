import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { systemCaller } from '@wfp/shared';
import { Prisma, writeInTransaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findExportRoom, rejectExportOverQuota } from '../../files/index.ts';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';
import { markAssembled } from './exports.store.ts';

const { sql } = Prisma;
const mib = 1024 * 1024;

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
const startTestWorker = () => startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
beforeAll(async () => {
  service = await startOwnService({
    ...{ FILE_QUOTA_MIB: '3', FILE_QUOTA_UNVERIFIED_MIB: '1', FILE_QUOTA_BY_PLAN_MIB: 'tiny=1' },
    LOG_LEVEL: 'silent',
  });
  worker = await startTestWorker();
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization(undefined, false);
  await disablePrompts(owner);
});

const operational = (statement: Prisma.Sql) => executeOperational(service.platform, statement);
/** Adds tasks whose export has about 400 KB. */
const addTasks = async () => {
  for (let n = 0; n < 10; n += 1)
    await owner.call('POST', '/tasks', { title: 'Large', description: 'x'.repeat(40_000) });
};
const request = (by = owner) => requestTransfer(by, '/tasks/export', { columns: ['description'] });
const runExport = async (by = owner) => waitUntilEnded(by, `/exports/${await request(by)}`);
const findUsage = async () => {
  const [row] = await service.rows(
    sql`select export_bytes::int as bytes from file_usage where org_id = ${owner.user.org_id}`,
  );
  return row?.bytes ?? 0;
};
const listFiles = () =>
  readdir(path.join(service.config.DATA_DIR, 'files', `org-${owner.user.org_id}`, 'exports'));
const exceeded =
  'Exceeds the quota of 1 MiB for all exports; delete some first, export fewer records, or verify the organization';

it('fails an export that exceeds the quota, and stores nothing of it', async () => {
  await addTasks();
  const stored = [await runExport(), await runExport()];
  expect(stored.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  expect(await findUsage()).toBe(stored[0].size + stored[1].size);
  const { result, events, audit } = await recordedBy(service, owner.user.org_id, () => runExport());
  expect(result).toMatchObject({ status: 'failed', error: exceeded, size: null, download_url: null });
  expect(events).toEqual([`export.post_create ${result.id}`, `export.failed ${result.id}`]);
  expect(audit.map((entry) => [entry.action, entry.resource, entry.record_id])).toEqual([
    ['create', 'export', result.id],
    ['failed', 'export', result.id],
  ]);
  expect([await findUsage(), (await listFiles()).length]).toEqual([stored[0].size + stored[1].size, 2]);
  const file = { name: 'a.bin', mime: 'application/octet-stream', size: mib };
  expect((await owner.call('POST', '/files', file)).status).toBe(201);
  expect((await owner.call('DELETE', `/exports/${stored[0].id}`)).status).toBe(204);
  expect(await runExport()).toMatchObject({ status: 'succeeded' });
});

it('assembles an export again if a deletion made room for it in the meantime', async () => {
  await addTasks();
  const [first, second] = [await runExport(), await runExport()];
  const holder = new pg.Client(service.config.DATABASE_URL);
  await holder.connect();
  try {
    await holder.query('begin; lock table tasks in access exclusive mode');
    const id = await request();
    await waitUntilBlocking(holder);
    expect((await owner.call('DELETE', `/exports/${first.id}`)).status).toBe(204);
    await eventually(findUsage, (bytes) => bytes === second.size);
    await holder.query('rollback');
    expect(await waitUntilEnded(owner, `/exports/${id}`)).toMatchObject({ status: 'succeeded' });
  } finally {
    await holder.end();
  }
});

it('fails an export without reading the data while nothing is free', async () => {
  await operational(
    sql`insert into exports (org_id, resource, format, created_by, status, storage_key, size, expires_at)
      values (${owner.user.org_id}, 'task', 'csv', ${owner.user.id}, 'succeeded', 'a', ${mib}, now() + interval '1 day')
      returning id`,
  );
  expect(await runExport()).toMatchObject({
    status: 'failed',
    error: exceeded,
    row_count: 0,
    total_rows: null,
  });
});

it('has a larger quota for a verified organization, or that of its plan', async () => {
  await addTasks();
  const setOrganization = (fields: Prisma.Sql) =>
    operational(sql`update organizations set ${fields} where id = ${owner.user.org_id} returning id`);
  await setOrganization(sql`status = 'active', verified_at = now()`);
  for (let n = 0; n < 3; n += 1) expect(await runExport()).toMatchObject({ status: 'succeeded' });
  await setOrganization(sql`plan_code = 'tiny'`);
  expect(await runExport()).toMatchObject({ error: exceeded.replace(', or verify the organization', '') });
});

it('counts a small file as 64 KiB, until it has expired', async () => {
  const small = await runExport();
  expect([small.size < 65_536, await findUsage()]).toEqual([true, 65_536]);
  await operational(sql`update exports set expires_at = now() where id = ${small.id} returning id`);
  await eventually(findUsage, (bytes) => bytes === 0);
});

it('waits for files that are being deleted', async () => {
  await worker.stop();
  await operational(
    sql`insert into exports (org_id, resource, format, created_by, status, storage_key, size, expires_at)
      select ${owner.user.org_id}::int, 'task', 'csv', ${owner.user.id}::int, 'succeeded', 'old-' || n, 10, now()
      from generate_series(1, 130) n returning id`,
  );
  expect(await findUsage()).toBe(130 * 65_536);
  const id = await request();
  worker = await startTestWorker();
  expect(await waitUntilEnded(owner, `/exports/${id}`)).toMatchObject({ status: 'succeeded' });
  await eventually(findUsage, (bytes) => bytes === 65_536);
});

it('is not exceeded by exports that are finished at the same time', async () => {
  await worker.stop();
  const { org_id } = owner.user;
  const origin = { request_id: 'test', ip: null, user_agent: null };
  const caller = systemCaller(service.platform, org_id, origin, ['export.post_export']);
  const ids = await Promise.all([request(), request(), request()]);
  await operational(
    sql`update exports set status = 'running', attempts = 1, storage_key = 'new-' || id,
        lease_until = now() + interval '1 hour' where org_id = ${org_id} returning id`,
  );
  const file = { rows: 1, size: 0.6 * mib, reach: { reach: 'all', employee_id: null } as never };
  const room = await findExportRoom(caller);
  const outcomes = await Promise.allSettled(
    ids.map((id) =>
      writeInTransaction(caller, async (tx) => {
        const change = markAssembled(caller, { id, attempts: 1 } as never, {
          ...file,
          size: Math.round(file.size),
        });
        await tx.write(change, { event: 'export.post_export' });
        await rejectExportOverQuota(tx, caller, room);
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await findUsage()).toBe(Math.round(0.6 * mib));
  worker = await startTestWorker();
});
