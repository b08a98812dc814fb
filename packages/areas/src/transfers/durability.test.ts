import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { downloadFile, toServiceUrl } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requestTransfer, waitUntilEnded } from './testing/transfers.ts';

const { sql } = Prisma;
const manyRows = 50_000;

let service: TestService;
let owner: Client;
const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
const startTestWorker = async () => {
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  workers.push(worker);
  return worker;
};
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(() => service.stop());

const listEvents = (id: number) =>
  service.rows<{ event_type: string }>(sql`select event_type from events
    where org_id = ${owner.user.org_id} and aggregate_type = 'export' and aggregate_id = ${id} order by id`);
const listEventTypes = async (id: number) => (await listEvents(id)).map((event) => event.event_type);
const done = ['export.post_create', 'export.post_export'];
const download = async (row: { download_url: string }) =>
  (await downloadFile(toServiceUrl(service, row.download_url))).bytes.toString();
const storedFile = (key: string) => path.join(service.config.DATA_DIR, 'files', key);

describe('an export whose worker died', () => {
  it('is restarted when the lease expires and ends once', async () => {
    await owner.call('POST', '/tasks', { title: 'One' });
    const id = await requestTransfer(owner, '/tasks/export', { format: 'ndjson', columns: ['title'] });
    const key = `org-${owner.user.org_id}/exports/of-the-dead`;
    await mkdir(path.dirname(storedFile(key)), { recursive: true });
    await writeFile(storedFile(key), 'half of a fi');
    await executeOperational(
      service.platform,
      sql`update exports set status = 'running', attempts = 1, storage_key = ${key}, row_count = 7,
        lease_until = now() + interval '2 seconds' where id = ${id} returning id`,
    );
    await Promise.all([startTestWorker(), startTestWorker()]);
    const row = await waitUntilEnded(owner, `/exports/${id}`);
    expect(row).toMatchObject({ status: 'succeeded', row_count: 1 });
    expect(await download(row)).toBe('{"title":"One"}\n');
    expect(await listEventTypes(id)).toEqual(done);
    const [stored] = await service.rows(sql`select attempts, storage_key from exports where id = ${id}`);
    expect(stored.attempts).toBe(2);
    await expect(access(storedFile(key))).rejects.toThrow('ENOENT');
  });

  it('fails after the third attempt', async () => {
    const id = await requestTransfer(owner, '/tasks/export', {});
    await executeOperational(
      service.platform,
      sql`update exports set status = 'running', attempts = 3, lease_until = now() where id = ${id} returning id`,
    );
    await startTestWorker();
    expect(await waitUntilEnded(owner, `/exports/${id}`)).toMatchObject({
      status: 'failed',
      download_url: null,
    });
    expect(await listEventTypes(id)).toEqual(['export.post_create', 'export.failed']);
  });
});

it('tries three times if the storage is not writable, then reports the failure', async () => {
  const folder = storedFile(`org-${owner.user.org_id}/exports`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.dirname(folder), { recursive: true });
  await writeFile(folder, 'no folder');
  const id = await requestTransfer(owner, '/tasks/export', {});
  await startTestWorker();
  const makeDue = () =>
    executeOperational(
      service.platform,
      sql`update exports set lease_until = now() where id = ${id} and status = 'queued'
      and lease_until is not null returning id`,
    );
  await eventually(
    async () => {
      await makeDue();
      return (await owner.call('GET', `/exports/${id}`)).body.status;
    },
    (status) => status === 'failed',
  );
  const { body } = await owner.call('GET', `/exports/${id}`);
  expect(body.error).toBe('The file could not be assembled');
  expect(await service.rows(sql`select attempts from exports where id = ${id}`)).toEqual([{ attempts: 3 }]);
  expect(await listEventTypes(id)).toEqual(['export.post_create', 'export.failed']);
  await rm(folder);
});

describe('large exports', () => {
  beforeAll(async () => {
    await executeOperational(
      service.platform,
      sql`with made as (
        insert into tasks (org_id, title, slot, created_by, updated_by)
        select ${owner.user.org_id}::int, 'Task ' || n, place.slot + n * board_gap(), ${owner.user.id}::int, ${owner.user.id}::int
        from append_to_board(${owner.user.org_id}::int, 'todo', ${manyRows}::int) place,
          generate_series(0, ${manyRows - 1}::int) n returning 1 as one)
        select count(*)::int from made`,
    );
  });

  it('continue on another worker when theirs drains halfway, with no row missing or duplicated', async () => {
    const id = await requestTransfer(owner, '/tasks/export', { format: 'ndjson', columns: ['id', 'title'] });
    const first = await startTestWorker();
    await eventually(
      () => owner.call('GET', `/exports/${id}`),
      ({ body }) => body.status !== 'queued',
    );
    await Promise.all(workers.splice(0).map((one) => one.stop()));
    expect(first).toBeDefined();
    await startTestWorker();
    const row = await waitUntilEnded(owner, `/exports/${id}`);
    expect(row).toMatchObject({ status: 'succeeded', total_rows: manyRows + 1, row_count: manyRows + 1 });
    const lines = (await download(row)).trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(manyRows + 1);
    expect(await listEventTypes(id)).toEqual(done);
  });

  it('stop when the export is deleted, and leave no file', async () => {
    const id = await requestTransfer(owner, '/tasks/export', { format: 'json' });
    await startTestWorker();
    await eventually(
      () => service.rows(sql`select status, storage_key from exports where id = ${id}`),
      ([row]) => row.status !== 'queued',
    );
    expect((await owner.call('DELETE', `/exports/${id}`)).status).toBe(204);
    const [{ storage_key }] = await service.rows(sql`select storage_key from exports where id = ${id}`);
    const isThere = () =>
      access(storedFile(storage_key)).then(
        () => true,
        () => false,
      );
    await eventually(
      () => service.rows(sql`select storage_key from exports where id = ${id}`),
      ([row]) => row.storage_key === null,
    );
    await Promise.all(workers.splice(0).map((one) => one.stop()));
    expect(await isThere()).toBe(false);
    expect(await listEventTypes(id)).not.toContain('export.failed');
  });
});

it('assembles each of five exports once with two workers', async () => {
  const ids = [];
  for (let n = 0; n < 5; n += 1)
    ids.push(await requestTransfer(owner, '/tasks/export', { filter: { status: 'done' } }));
  await Promise.all([startTestWorker(), startTestWorker()]);
  for (const id of ids) {
    expect(await waitUntilEnded(owner, `/exports/${id}`)).toMatchObject({ status: 'succeeded' });
    expect(await listEventTypes(id)).toEqual(done);
  }
});
