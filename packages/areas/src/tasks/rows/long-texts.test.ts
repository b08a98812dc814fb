import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;
const limits = 'Must have at most 50000 characters, and at most 65536 bytes in UTF-8';
const longest = '漢'.repeat(21_845);
const tooLong = '漢'.repeat(21_846);

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const record = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);
const create = async (description: string, by = owner) =>
  (await by.call('POST', '/tasks', { title: 'Long', description })).body;

it('rejects a description of more than 64 KiB with 422 on the field, and records nothing', async () => {
  const { id } = await create(longest);
  const calls = [
    () => owner.call('POST', '/tasks', { title: 'Longer', description: tooLong }),
    () => owner.call('PATCH', `/tasks/${id}`, { description: tooLong }),
  ];
  for (const call of calls) {
    const { result, ...rest } = await record(call);
    expect([result.status, result.body.details.fieldErrors]).toEqual([422, { description: [limits] }]);
    expect(rest).toMatchObject(nothing);
  }
  const bulk = await record(() =>
    owner.call('POST', '/tasks/bulk', { ids: [id], patch: { description: tooLong } }),
  );
  expect(bulk).toMatchObject({ result: { status: 422 }, ...nothing });
  expect((await owner.call('GET', `/tasks/${id}`)).body.description).toBe(longest);
});

it('returns a row with a longer description and changes its other fields', async () => {
  const { id } = await create('short');
  const longer = '漢'.repeat(50_000);
  await executeOperational(
    service.platform,
    sql`update tasks set description = ${longer} where org_id = ${owner.user.org_id} and id = ${id}`,
  );
  const { result, events, audit } = await record(() =>
    owner.call('PATCH', `/tasks/${id}`, { priority: 'urgent' }),
  );
  expect(result).toMatchObject({ status: 200, body: { priority: 'urgent', description: longer } });
  expect(events).toEqual([`task.post_update ${id}`]);
  expect(audit).toMatchObject([{ before: { priority: 'medium' }, after: { priority: 'urgent' } }]);
  expect((await owner.call('GET', `/tasks/${id}`)).body).toEqual(result.body);
  const moved = await owner.call('POST', '/tasks/bulk', { ids: [id], move: { status: 'done' } });
  expect(moved.body.data).toMatchObject([{ status: 'done', description: longer }]);
});

it('rejects a bulk change of more than 4 MiB of descriptions, and records nothing', async () => {
  const by = await service.newOrganization();
  const ids: number[] = [];
  for (let n = 0; n < 65; n += 1) ids.push((await create(longest, by)).id);
  const message =
    'The descriptions of the tasks must have at most 4194304 bytes together; change fewer tasks at a time';
  const bulk = (body: object) =>
    recordedBy(service, by.user.org_id, () => by.call('POST', '/tasks/bulk', body));
  const few = (await Promise.all(ids.map(() => create('short', by)))).map((task) => task.id);
  for (const body of [
    { ids, patch: { priority: 'urgent' } },
    { ids, move: { status: 'done' } },
    { ids, patch: { description: 'short' } },
    { ids: few, patch: { description: longest } },
  ]) {
    const { result, ...rest } = await bulk(body);
    expect([result.status, result.body.details?.fieldErrors]).toEqual([422, { ids: [message] }]);
    expect(rest).toMatchObject(nothing);
  }
  const { result, events } = await bulk({ ids: ids.slice(1), patch: { priority: 'urgent' } });
  expect([result.status, result.body.data.length, events.length]).toEqual([200, 64, 64]);
});
