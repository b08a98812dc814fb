import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;
const description = 'x'.repeat(49_000);

let service: TestService;
let owner: Client;
let ids: number[];
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  ids = [];
  for (let n = 0; n < 6; n += 1)
    ids.push((await owner.call('POST', '/tasks', { title: `Task ${n}`, description })).body.id);
});
afterAll(() => service.stop());

const change = (key: string, of: readonly number[], priority: string) =>
  owner.call('POST', '/tasks/bulk', { ids: of, patch: { priority } }, { 'idempotency-key': key });
const record = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);
const storedBytes = async (key: string) =>
  (
    await service.rows<{ bytes: number }>(
      sql`select octet_length(answer) as bytes from idempotency_keys where org_id = ${owner.user.org_id} and key = ${key}`,
    )
  ).map(({ bytes }) => bytes);

it('stores a response of up to 256 KiB', async () => {
  const few = ids.slice(0, 5);
  const first = await change('few', few, 'high');
  expect((await storedBytes('few'))[0]).toBeGreaterThan(5 * 49_000);
  const { result, ...rest } = await record(() => change('few', few, 'high'));
  expect([result.status, result.body]).toEqual([200, first.body]);
  expect(rest).toMatchObject(nothing);
});

it('answers 410 instead of repeating a larger response, and does not execute the request again', async () => {
  const first = await record(() => change('all', ids, 'urgent'));
  expect([first.result.status, first.result.body.data.length, first.events.length]).toEqual([200, 6, 6]);
  expect(first.result.headers.get('idempotent-replayed')).toBeNull();
  await owner.call('PATCH', `/tasks/${ids[0]}`, { priority: 'low' });
  for (let n = 0; n < 2; n += 1) {
    const { result, ...rest } = await record(() => change('all', ids, 'urgent'));
    expect([result.status, result.body, result.headers.get('idempotent-replayed')]).toEqual([
      410,
      {
        error:
          'The request with this Idempotency-Key was carried out; its response is too large to be repeated. Read the records instead',
      },
      'true',
    ]);
    expect(rest).toMatchObject(nothing);
  }
  expect((await owner.call('GET', `/tasks/${ids[0]}`)).body.priority).toBe('low');
  expect((await storedBytes('all'))[0]).toBeLessThan(1_000);
  expect((await change('all', ids, 'low')).status).toBe(422);
});

it('executes one of many concurrent requests with a large response', async () => {
  const { result, events } = await record(() =>
    Promise.all(Array.from({ length: 6 }, () => change('crowd', ids, 'medium'))),
  );
  const statuses = result.map(({ status }: { status: number }) => status);
  expect(statuses.filter((status: number) => status === 200)).toHaveLength(1);
  for (const status of statuses) expect([200, 409, 410]).toContain(status);
  expect(events.sort()).toEqual(ids.map((id) => `task.post_update ${id}`).sort());
});
