import { lockCall } from '@wfp/shared/advisory-locks';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

const { sql } = Prisma;
const path = '/employees/import';

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
let holder: pg.Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  holder = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await holder.connect();
});
afterEach(async () => {
  await holder.query('rollback');
  await worker?.stop();
  worker = undefined;
});
afterAll(async () => {
  await holder.end();
  await service.stop();
});

const start = async () => {
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
};
async function uploadPerson(by: Client): Promise<number> {
  const csv = Buffer.from('first_name,last_name,hire_date\nAnn,Ames,2024-02-29\n');
  return (await upload(service, by, { name: 'rows.csv', mime: 'text/csv' }, csv)).body.id;
}
const request = async (by: Client, file_id: number) => by.call('POST', path, { file_id, dry_run: true });
const requestAtOnce = (by: Client, file_id: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => request(by, file_id)));
const statuses = (responses: readonly { status: number }[]) =>
  Object.entries(Object.groupBy(responses, ({ status }) => status)).map(([status, some]) => [
    Number(status),
    some?.length,
  ]);

describe('unfinished imports are limited', () => {
  it('to 10 per user, with concurrent requests and until one is finished', async () => {
    const by = await service.newOrganization();
    const file_id = await uploadPerson(by);
    expect(statuses(await requestAtOnce(by, file_id, 15))).toEqual([
      [202, 10],
      [429, 5],
    ]);
    const { result, ...left } = await recordedBy(service, by.user.org_id, () => request(by, file_id));
    expect([result.status, result.body, result.headers.get('retry-after')]).toEqual([
      ...[429, { error: 'You have 10 unfinished imports; wait until one is finished' }, '30'],
    ]);
    expect(left).toMatchObject(nothing);
    await executeOperational(
      service.platform,
      sql`update imports set status = 'failed' where org_id = ${by.user.org_id} and id =
        (select min(id) from imports where org_id = ${by.user.org_id}) returning id`,
    );
    expect((await request(by, file_id)).status).toBe(202);
  });

  it('to 20 per organization', async () => {
    const owner = await service.newOrganization();
    const users = [owner, await service.newUser(owner, ['owner']), await service.newUser(owner, ['owner'])];
    const files = await Promise.all(users.map(uploadPerson));
    for (const [index, by] of users.slice(0, 2).entries())
      expect(statuses(await requestAtOnce(by, files[index] as number, 10))).toEqual([[202, 10]]);
    const [, , third] = users as [Client, Client, Client];
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      request(third, files[2] as number),
    );
    expect([result.status, result.body]).toEqual([
      ...[429, { error: 'The organization has 20 unfinished imports; wait until one is finished' }],
    ]);
    expect(left).toMatchObject(nothing);
    const other = await service.newOrganization();
    expect((await request(other, await uploadPerson(other))).status).toBe(202);
  });

  it('to 3 of an unverified organization', async () => {
    const by = await service.newOrganization(undefined, false);
    const file_id = await uploadPerson(by);
    expect(statuses(await requestAtOnce(by, file_id, 5))).toEqual([
      [202, 3],
      [429, 2],
    ]);
    const { body } = await request(by, file_id);
    expect(body).toEqual({
      error: 'The organization is unverified and has 3 unfinished imports; wait until one is finished',
    });
  });
});

const holdHires = ({ user: { org_id } }: Client) =>
  holder.query(`select ${lockCall('lockInTransaction', 'employee_timelines', `${org_id}`)}`);

it('finishes the import of a verified organization before long ones that unverified ones requested earlier', async () => {
  const free = await Promise.all(Array.from({ length: 3 }, () => service.newOrganization(undefined, false)));
  const mine = await service.newOrganization();
  await holder.query('begin');
  const long: { by: Client; id: number }[] = [];
  for (const by of free) {
    // Hires wait for this lock, so that these dry runs do not end.
    await holdHires(by);
    const file_id = await uploadPerson(by);
    long.push({ by, id: await requestTransfer(by, path, { file_id, dry_run: true }) });
    long.push({ by, id: await requestTransfer(by, path, { file_id, dry_run: true }) });
  }
  await start();
  await waitUntilBlocking(holder);
  const id = await requestTransfer(mine, path, { file_id: await uploadPerson(mine) });
  expect(await waitUntilEnded(mine, `/imports/${id}`)).toMatchObject({ status: 'succeeded' });
  const states = async () =>
    Promise.all(long.map(async ({ by, id }) => (await by.call('GET', `/imports/${id}`)).body.status));
  expect((await states()).sort()).toEqual([...Array(5).fill('queued'), 'running']);
  await holder.query('rollback');
  expect(await eventually(states, (all) => new Set(all).size === 1 && all[0] === 'succeeded')).toHaveLength(
    6,
  );
});

it('runs imports of two verified organizations and of one unverified one at the same time', async () => {
  const [first, second] = await Promise.all([service.newOrganization(), service.newOrganization()]);
  const free = await service.newOrganization(undefined, false);
  await holder.query('begin');
  const ids: number[] = [];
  for (const by of [first, second, free]) {
    await holdHires(by);
    ids.push(await requestTransfer(by, path, { file_id: await uploadPerson(by) }));
  }
  await start();
  await waitUntilBlocking(holder, 3);
  await holder.query('rollback');
  for (const [index, by] of [first, second, free].entries())
    expect(await waitUntilEnded(by, `/imports/${ids[index]}`)).toMatchObject({ status: 'succeeded' });
  expect(
    await service.rows(sql`select distinct attempts from imports where id = any(${ids}::int[])`),
  ).toEqual([{ attempts: 1 }]);
});
