import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Pooler, startPooler } from './pooler.ts';

const connections = 3;

describe('behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let service: TestService;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let owner: Client;
  const settings = (through: Pooler) => ({
    DATABASE_URL: through.urlFor(database.url),
    DATABASE_DIRECT_URL: database.url,
    DATABASE_POOLER: 'transaction',
    LOG_LEVEL: 'silent',
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPooler(database.url, connections);
    service = await startOwnService(settings(pooler));
    worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
    owner = await service.newOrganization();
    await disablePrompts(owner);
  });
  afterAll(async () => {
    await worker?.stop();
    await service?.stop();
    await pooler?.stop();
    await database?.drop();
  });

  it('more clients than connections write and read only their own data', async () => {
    const pods = [service.url, await service.startPod(), await service.startPod()];
    const people = await Promise.all(Array.from({ length: 6 }, () => service.newOrganization()));
    /** Retries after a 503, which the service returns on a busy machine if it waits too long for a connection. */
    const at = (url: string, token: string) => async (method: string, path: string, body?: object) => {
      const key = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...key };
      const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      for (;;) {
        const response = await fetch(`${url}/api${path}`, sent);
        const result = { status: response.status, body: (await response.json()) as any };
        if (result.status !== 503) return result;
        await sleep(1_000 * Number(response.headers.get('retry-after')));
      }
    };
    await Promise.all(
      people.flatMap(({ token, user }) =>
        pods.map(async (url, pod) => {
          const call = at(url, token);
          for (let n = 0; n < 8; n += 1) {
            const created = await call('POST', '/tasks', { title: `${user.org_id} ${pod} ${n}` });
            expect(created.status).toBe(201);
            const changed = await call('PATCH', `/tasks/${created.body.id}`, { status: 'in_progress' });
            expect(changed.status).toBe(200);
            const list = await call('GET', '/tasks?limit=100&status=in_progress');
            expect(list.status, JSON.stringify(list.body)).toBe(200);
            expect(list.body.data.every(({ title }: any) => title.startsWith(`${user.org_id} `))).toBe(true);
          }
        }),
      ),
    );
    for (const { token } of people) {
      const { body } = await at(service.url, token)('GET', '/tasks?limit=1');
      expect(body.total).toBe(24);
    }
    const pools = (await pooler.pools()).filter((one) => one.database !== 'pgbouncer');
    expect(pools).toHaveLength(3);
    for (const one of pools)
      expect(Number(one.sv_active) + Number(one.sv_idle)).toBeLessThanOrEqual(connections);
  });

  it('replayed, rolled back and committed requests keep their transactions', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await owner.call('POST', '/tasks', { title: 'Once' }, key);
    const again = await owner.call('POST', '/tasks', { title: 'Once' }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const cycle = { parent_task_id: first.body.id };
    const rejected = await recordedBy(service, owner.user.org_id, () =>
      owner.call('PATCH', `/tasks/${first.body.id}`, cycle),
    );
    expect(rejected).toMatchObject({ ...nothing, result: { status: 422 } });
    const moved = await recordedBy(service, owner.user.org_id, () =>
      owner.call('PATCH', `/tasks/${first.body.id}`, { title: 'Twice' }),
    );
    expect(moved.events).toEqual([`task.post_update ${first.body.id}`]);
  });

  it('the relay, on a direct connection, numbers events, and webhooks are delivered', async () => {
    const receiver = await startReceiver({});
    await owner.call('POST', '/webhooks', { url: receiver.url('/all'), event_types: ['task.post_create'] });
    await owner.call('POST', '/tasks', { title: 'Delivered' });
    await eventually(
      () => receiver.at('/all').filter(({ body }) => body.includes('Delivered')).length,
      (count) => count === 1,
    ).finally(() => receiver.stop());
  });

  it('a pooler without the required role or settings is rejected with the reason', async () => {
    const misconfigured = await startPooler(database.url, connections, '');
    try {
      const other = await startOwnService(settings(misconfigured));
      const signedIn = { authorization: `Bearer ${owner.token}` };
      const { status } = await other.call('GET', '/tasks', undefined, signedIn);
      expect(status).toBe(500);
      await expect(other.platform.database.ping()).rejects.toThrow(
        /"key" have role = none, not wfp_app.*connect_query='set role wfp_app; set TimeZone = UTC/,
      );
      await other.stop();
    } finally {
      await misconfigured.stop();
    }
  });
});
