import { type Client, startService, type TestService } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemCaller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { readInSnapshot } from './snapshot.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const caller = () =>
  systemCaller(service.platform, owner.user.org_id, { request_id: 'test', ip: null, user_agent: null }, []);
const tasks = () => sql`select t.id, t.status::text, t.title, t.slot from tasks t
  where t.org_id = ${owner.user.org_id} and t.deleted_at is null order by t.status, t.slot`;

it('reads one snapshot while rows are inserted, deleted and updated', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    ids.push((await owner.call('POST', '/tasks', { title: `Task ${n}` })).body.id);
  }
  const seen: { id: number; status: string; title: string }[] = [];
  const total = await readInSnapshot(caller(), async (snapshot) => {
    const counted = await snapshot.count(tasks());
    for await (const batch of snapshot.batches<(typeof seen)[number]>(tasks(), 3)) {
      expect(batch.length).toBe(3);
      seen.push(...batch);
      const next = ids[seen.length] ?? ids[0];
      await owner.call('POST', '/tasks', { title: 'Late' });
      await owner.call('POST', `/tasks/${next}/move`, { status: 'done', position: 0 });
      await owner.call('PATCH', `/tasks/${ids.at(-1)}`, { title: 'Changed' });
      await owner.call('DELETE', `/tasks/${ids[seen.length - 1]}`);
    }
    return counted;
  });
  expect([total, seen.map((row) => row.id)]).toEqual([12, ids]);
  expect(seen.map((row) => `${row.status} ${row.title}`)).toEqual(ids.map((_, n) => `todo Task ${n}`));
});

it('is read-only, and requires an organization', async () => {
  const writing = sql`select setval('tasks_id_seq', 1), ${owner.user.org_id}::int as org_id`;
  await expect(readInSnapshot(caller(), (one) => one.count(writing))).rejects.toThrow(/read-only|permission/);
  await expect(readInSnapshot(caller(), (one) => one.count(sql`select 1`))).rejects.toThrow(/organization/);
});

it('takes no connection from other reads', async () => {
  const inUse = async () => {
    const metrics = parseMetrics(await service.platform.metrics.text());
    return ['snapshots', 'reading'].map((pool) =>
      metrics.get(`wfp_database_connections_in_use{pool="${pool}"}`),
    );
  };
  const during = await readInSnapshot(caller(), async (snapshot) => {
    await snapshot.count(tasks());
    return inUse();
  });
  expect(during).toEqual([1, 0]);
});
