import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { expireRetention, putBytes, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;
const mib = 1024 * 1024;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService({
    ...{
      FILE_QUOTA_MIB: '30',
      FILE_QUOTA_UNVERIFIED_MIB: '10',
      FILE_QUOTA_BY_PLAN_MIB: 'business=40,tiny=1',
    },
    LOG_LEVEL: 'silent',
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const create = (megabytes: number, by = owner) =>
  by.call('POST', '/files', { name: 'a.bin', mime: 'application/octet-stream', size: megabytes * mib });
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const errors = (answer: { status: number; body: any }) => [answer.status, answer.body.details?.fieldErrors];
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();
const usage = async (by = owner) =>
  (
    await service.rows(sql`select bytes::float8 as bytes, deleted_bytes::float8 as deleted_bytes
      from file_usage where org_id = ${by.user.org_id}`)
  )[0];
const setOrganization = (fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update organizations set ${fields} where id = ${owner.user.org_id} returning id`,
  );
const exceeded = 'Exceeds the quota of 30 MiB for all files; delete some first';

describe('the quota of an organization', () => {
  it('limits the declared sizes of its files, with or without content', async () => {
    expect(
      (
        await upload(
          service,
          owner,
          { name: 'a.bin', mime: 'application/octet-stream' },
          Buffer.alloc(10 * mib, 1),
        )
      ).status,
    ).toBe(200);
    expect((await create(20)).status).toBe(201);
    const { result, ...left } = await recorded(() =>
      owner.call('POST', '/files', { name: 'b.txt', mime: 'text/plain', size: 1 }),
    );
    expect([errors(result), left]).toEqual([[422, { size: [exceeded] }], nothing]);
    expect(await usage()).toEqual({ bytes: 30 * mib, deleted_bytes: 0 });
    expect((await create(0)).status).toBe(201);
    const other = await service.newOrganization();
    expect((await create(25, other)).status).toBe(201);
  });

  it('is never exceeded by concurrent requests', async () => {
    const other = await service.newUser(owner, ['employee']);
    const requests = Array.from({ length: 12 }, (_, n) => create(5, n % 2 ? owner : other));
    expect(statuses(await Promise.all(requests))).toEqual([...Array(6).fill(201), ...Array(6).fill(422)]);
    expect(await usage()).toEqual({ bytes: 30 * mib, deleted_bytes: 0 });
  });

  it('is freed by deletions, and limits restored files', async () => {
    const files = [(await create(15)).body, (await create(15)).body];
    expect((await create(1)).status).toBe(422);
    await owner.call('DELETE', `/files/${files[0].id}`);
    expect(await usage()).toEqual({ bytes: 15 * mib, deleted_bytes: 15 * mib });
    expect((await create(10)).status).toBe(201);
    const { result, ...left } = await recorded(() => owner.call('POST', `/files/${files[0].id}/restore`));
    expect([errors(result), left]).toEqual([[422, { id: [exceeded] }], nothing]);
    expect(await usage()).toEqual({ bytes: 25 * mib, deleted_bytes: 15 * mib });
    await owner.call('DELETE', `/files/${files[1].id}`);
    expect((await owner.call('POST', `/files/${files[0].id}/restore`)).status).toBe(200);
    expect(await usage()).toEqual({ bytes: 25 * mib, deleted_bytes: 15 * mib });
  });

  it('includes deleted files twice over, until their content is purged', async () => {
    const deleted = [];
    for (let round = 0; round < 2; round += 1) {
      const { body } = await create(25);
      await owner.call('DELETE', `/files/${body.id}`);
      deleted.push(body);
    }
    const message = 'Exceeds 60 MiB with deleted files, whose content is kept for a day; try again later';
    expect(errors(await create(25))).toEqual([422, { size: [message] }]);
    expect((await create(10)).status).toBe(201);
    const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
    try {
      for (const file of deleted) await expireRetention(service, file);
      await eventually(usage, ({ deleted_bytes }) => deleted_bytes === 0);
    } finally {
      await worker.stop();
    }
    expect(await usage()).toEqual({ bytes: 10 * mib, deleted_bytes: 0 });
    expect((await create(20)).status).toBe(201);
  });

  it('is smaller until the organization is verified, and depends on the plan', async () => {
    await setOrganization(sql`status = 'unverified', verified_at = null, plan_code = 'business'`);
    const message =
      'Exceeds the quota of 10 MiB for all files; delete some first, or verify the organization';
    expect(errors(await create(11))).toEqual([422, { size: [message] }]);
    expect((await create(10)).status).toBe(201);
    await setOrganization(sql`status = 'active', verified_at = now()`);
    expect([(await create(25)).status, (await create(10)).status, (await create(5)).status]).toEqual([
      201, 422, 201,
    ]);
    for (const plan of ['other', 'constructor']) {
      await setOrganization(sql`plan_code = ${plan}`);
      expect([plan, errors(await create(0))]).toEqual([plan, [422, { size: [exceeded] }]]);
    }
  });

  it('does not count a file that the scanner refused, or that of an erased user', async () => {
    const user = await service.newUser(owner, ['employee']);
    const { body: refused } = await create(5);
    await executeOperational(
      service.platform,
      sql`update files set status = 'refused', purge_at = null where org_id = ${owner.user.org_id} and id = ${refused.id} returning id`,
    );
    expect(await usage()).toEqual({ bytes: 0, deleted_bytes: 0 });
    await create(5, user);
    await owner.call('POST', `/users/${user.user.id}/deactivate`, {});
    expect(
      (await owner.call('POST', `/users/${user.user.id}/erase`, { confirm: user.user.email })).status,
    ).toBe(200);
    expect(await usage()).toEqual({ bytes: 0, deleted_bytes: 5 * mib });
  });
});

it('limits a user to 100 files without content, also under concurrency', async () => {
  await executeOperational(
    service.platform,
    sql`insert into files (org_id, name, mime, size, storage_key, created_by)
      select ${owner.user.org_id}::int, 'p', 'text/plain', 1, '', ${owner.user.id}::int from generate_series(1, 98) returning id`,
  );
  const answers = await Promise.all([1, 2, 3, 4].map(() => create(0)));
  expect(statuses(answers)).toEqual([201, 201, 422, 422]);
  const { result, ...left } = await recorded(() => create(0));
  const message = 'You have 100 files without content; upload or delete some first';
  expect([errors(result), left]).toEqual([[422, { size: [message] }], nothing]);
  const other = await service.newUser(owner, ['employee']);
  expect((await create(0, other)).status).toBe(201);
  const [file] = answers.filter(({ status }) => status === 201);
  const stored = await putBytes(toServiceUrl(service, file?.body.upload_url), owner.token, '');
  expect(stored.status).toBe(200);
  expect((await create(0)).status).toBe(201);
});
