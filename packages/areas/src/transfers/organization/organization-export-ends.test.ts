import { access, mkdir, writeFile } from 'node:fs/promises';
import nodePath from 'node:path';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { downloadFile, toServiceUrl } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';
import { unzip } from '../testing/unzip.ts';

const { sql } = Prisma;
const path = '/organizations/current/export';
const validBody = { password: testPassword, format: 'ndjson' };

let service: TestService;
let by: Client;
const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
const startTestWorker = async () => {
  workers.push(await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 }));
};
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  by = await service.newOrganization();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(() => service.stop());

const storedFile = (key: string) => nodePath.join(service.config.DATA_DIR, 'files', key);
const findRow = async (id: number) => (await service.rows(sql`select * from exports where id = ${id}`))[0];
const listEventTypes = async (id: number) =>
  (
    await service.rows<{
      event_type: string;
    }>(sql`select event_type from events where org_id = ${by.user.org_id}
      and aggregate_type = 'export' and aggregate_id = ${id} order by id`)
  ).map((event) => event.event_type);
const done = ['export.post_create', 'export.post_export'];

async function transferOwnership(): Promise<void> {
  const heir = await service.newUser(by, ['employee']);
  const { status } = await by.call('POST', '/organizations/current/transfer-ownership', {
    user_id: heir.user.id,
    password: testPassword,
  });
  expect(status).toBe(200);
}

/** Blocks reads of a table until the returned function is called. */
async function blockReads(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

describe('one export at a time', () => {
  it('is assembled with concurrent requests; the next is allowed after it ended', async () => {
    const second = await service.newUser(by, ['owner']);
    const answers = await Promise.all(
      [by, second, by, second].map((who) => who.call('POST', path, validBody)),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.sort()).toEqual([202, 422, 422, 422]);
    for (const { status, body } of answers)
      if (status === 422) expect(Object.keys(body.details.fieldErrors)).toEqual(['id']);
    const [first] = answers.filter((answer) => answer.status === 202);
    const whose = (await by.call('GET', `/exports/${first?.body.id}`)).status === 200 ? by : second;
    await Promise.all([startTestWorker(), startTestWorker()]);
    expect(await waitUntilEnded(whose, `/exports/${first?.body.id}`)).toMatchObject({ status: 'succeeded' });
    expect(await listEventTypes(first?.body.id)).toEqual(done);
    expect((await waitUntilEnded(by, `/exports/${await requestTransfer(by, path, validBody)}`)).status).toBe(
      'succeeded',
    );
  });

  it('does not count deleted exports or those of another organization', async () => {
    const id = await requestTransfer(by, path, validBody);
    await requestTransfer(await service.newOrganization(), path, validBody);
    expect((await by.call('POST', path, validBody)).status).toBe(422);
    expect((await by.call('DELETE', `/exports/${id}`)).status).toBe(204);
    expect((await by.call('POST', path, validBody)).status).toBe(202);
  });
});

describe('a worker that died', () => {
  it('is replaced by another, which restarts and ends once', async () => {
    await by.call('POST', '/tasks', { title: 'One' });
    const id = await requestTransfer(by, path, validBody);
    const key = `org-${by.user.org_id}/exports/of-the-dead`;
    await mkdir(nodePath.dirname(storedFile(key)), { recursive: true });
    await writeFile(storedFile(key), 'PK half of an archive');
    await executeOperational(
      service.platform,
      sql`update exports set status = 'running', attempts = 1, storage_key = ${key}, row_count = 7,
        lease_until = now() + interval '1 second' where id = ${id} returning id`,
    );
    await Promise.all([startTestWorker(), startTestWorker()]);
    const row = await waitUntilEnded(by, `/exports/${id}`);
    expect(row).toMatchObject({ status: 'succeeded', row_count: row.total_rows });
    const { bytes } = await downloadFile(toServiceUrl(service, row.download_url));
    expect((await unzip(bytes)).get('tables/tasks.ndjson')).toContain('"One"');
    expect(await listEventTypes(id)).toEqual(done);
    await expect(access(storedFile(key))).rejects.toThrow('ENOENT');
  });

  it('is replaced as well if it drains during the export', async () => {
    const proceed = await blockReads('org_social_links');
    const id = await requestTransfer(by, path, validBody);
    await startTestWorker();
    await eventually(
      () => findRow(id),
      (row) => row.status === 'running',
    );
    const stopping = Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await proceed();
    await stopping;
    await startTestWorker();
    expect(await waitUntilEnded(by, `/exports/${id}`)).toMatchObject({ status: 'succeeded' });
    expect(await listEventTypes(id)).toEqual(done);
  });
});

describe('a former owner', () => {
  it('gets no file if ownership was lost during assembly', async () => {
    const proceed = await blockReads('org_social_links');
    const id = await requestTransfer(by, path, validBody);
    await startTestWorker();
    const { storage_key } = await eventually(
      () => findRow(id),
      (row) => row.status === 'running',
    );
    await transferOwnership();
    await proceed();
    const row = await waitUntilEnded(by, `/exports/${id}`);
    expect(row).toMatchObject({ status: 'failed', download_url: null });
    expect(row.error).toContain('owner');
    expect(await listEventTypes(id)).toEqual(['export.post_create', 'export.failed']);
    await eventually(
      () =>
        access(storedFile(storage_key)).then(
          () => true,
          () => false,
        ),
      (isThere) => !isThere,
    );
  });

  it('cannot download it, by a new link or an old one', async () => {
    await startTestWorker();
    const row = await waitUntilEnded(by, `/exports/${await requestTransfer(by, path, validBody)}`);
    expect((await downloadFile(toServiceUrl(service, row.download_url))).status).toBe(200);
    await transferOwnership();
    expect((await downloadFile(toServiceUrl(service, row.download_url))).status).toBe(403);
    expect((await by.call('GET', `/exports/${row.id}`)).body.download_url).toBe(null);
    expect((await by.call('GET', '/exports')).body.data[0].download_url).toBe(null);
    expect((await by.call('POST', path, validBody)).status).toBe(403);
  });
});
