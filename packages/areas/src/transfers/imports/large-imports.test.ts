import { lockCall } from '@wfp/shared/advisory-locks';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { importBacklog, largeImportBacklog } from '../lane.store.ts';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

const { sql } = Prisma;
const path = '/employees/import';
const maxSmallBytes = 16_384;

let service: TestService;
let holder: pg.Client;
const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  holder = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await holder.connect();
});
afterEach(async () => {
  await holder.query('rollback');
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(async () => {
  await holder.end();
  await service.stop();
});

const start = async (options: { sweepEveryMs?: number } = {}) => {
  const { config, platform } = service;
  workers.push(await startWorker({ config, log: platform.log, opsPort: 0, ...options }));
};
const newOrganizations = (count: number, isVerified = true) =>
  Promise.all(Array.from({ length: count }, () => service.newOrganization(undefined, isVerified)));
/** Hires of these organizations wait, so that their imports do not end. */
async function holdHires(...held: readonly Client[]) {
  await holder.query('begin');
  for (const { user } of held)
    await holder.query(`select ${lockCall('lockInTransaction', 'employee_timelines', `${user.org_id}`)}`);
}
/** Requests an import of one employee, from a file with empty lines up to its size. */
async function request(by: Client, size = 0): Promise<number> {
  const csv = Buffer.from('first_name,last_name,hire_date\nAnn,Ames,2024-02-29\n'.padEnd(size, '\n'));
  const { body: file } = await upload(service, by, { name: 'rows.csv', mime: 'text/csv' }, csv);
  return requestTransfer(by, path, { file_id: file.id });
}
const requestLarge = (by: Client) => request(by, maxSmallBytes + 1);
const statuses = async (ids: readonly number[]) => {
  const rows = await service.rows<{ status: string }>(
    sql`select status from imports where id = any(${ids}::int[]) order by id`,
  );
  return rows.map(({ status }) => status);
};
const untilSucceeded = async (ids: readonly number[]) =>
  eventually(
    () => statuses(ids),
    (all) => all.every((status) => status === 'succeeded'),
  );

it.each([
  ['verified', true],
  ['unverified', false],
])(
  'runs a small import at once while large ones of other %s organizations run and wait',
  async (_, isVerified) => {
    const others = await newOrganizations(5, isVerified);
    const [mine] = await newOrganizations(1, isVerified);
    await holdHires(...others);
    const large: number[] = [];
    for (const by of others) large.push(await requestLarge(by));
    await start();
    await waitUntilBlocking(holder);
    const id = await request(mine as Client);
    expect(await waitUntilEnded(mine as Client, `/imports/${id}`)).toMatchObject({ status: 'succeeded' });
    expect((await statuses(large)).sort()).toEqual([...Array(4).fill('queued'), 'running']);
    await holder.query('rollback');
    await untilSucceeded(large);
  },
);

it('runs the imports of an organization one at a time, in the order of their requests, whatever their sizes', async () => {
  const [by, other] = (await newOrganizations(2)) as [Client, Client];
  await holdHires(by);
  const ids = [await requestLarge(by), await request(by), await requestLarge(by), await request(by)];
  await Promise.all([start(), start()]);
  await waitUntilBlocking(holder);
  for (const id of [await request(other), await requestLarge(other)])
    expect(await waitUntilEnded(other, `/imports/${id}`)).toMatchObject({ status: 'succeeded' });
  expect(await statuses(ids)).toEqual(['running', 'queued', 'queued', 'queued']);
  await holder.query('rollback');
  await untilSucceeded(ids);
  const rows = await service.rows(
    sql`select id, attempts, started_at >= lag(finished_at) over (order by id) as is_after
      from imports where id = any(${ids}::int[]) order by id`,
  );
  expect(rows).toEqual(ids.map((id, index) => ({ id, attempts: 1, is_after: index === 0 ? null : true })));
});

it('starts the next import of an organization in the other lane without the sweeper', async () => {
  const [by] = (await newOrganizations(1)) as [Client];
  await start({ sweepEveryMs: 3_600_000 });
  const ids = [await request(by), await requestLarge(by), await request(by), await requestLarge(by)];
  await untilSucceeded(ids);
});

it('never leases a large import for the lane of small ones, or while an earlier one is unfinished', async () => {
  const [by] = (await newOrganizations(1)) as [Client];
  const { org_id } = by.user;
  const lease = async (backlog: typeof importBacklog) =>
    (await backlog.lease(service.platform, org_id, { single: 5, batched: 0 })).map(({ id }) => id);
  const first = await request(by, maxSmallBytes);
  const second = await requestLarge(by);
  expect(await lease(largeImportBacklog)).toEqual([]);
  expect(await lease(importBacklog)).toEqual([first]);
  expect([await lease(importBacklog), await lease(largeImportBacklog)]).toEqual([[], []]);
  await holder.query(`update imports set status = 'failed' where id = $1`, [first]);
  expect(await lease(importBacklog)).toEqual([]);
  expect(await lease(largeImportBacklog)).toEqual([second]);
});

it('does not show the size of an import to clients', async () => {
  const [by] = (await newOrganizations(1)) as [Client];
  const { body } = await by.call('GET', `/imports/${await requestLarge(by)}`);
  expect(body).toMatchObject({ resource: 'employee', dry_run: false });
  expect(body).not.toHaveProperty('is_large');
});
