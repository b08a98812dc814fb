import { startService } from '@wfp/api/testing';
import { Prisma } from '@wfp/shared/db';
import { operate, operateSteps } from '@wfp/shared/unscoped';
import { startWorker } from '@wfp/worker/testing';
import { expect, it } from 'vitest';
import { eventually } from '../testing/receiver.ts';
import { expired } from './lane.store.ts';

const { sql, raw } = Prisma;

it('drops what is over and leaves what is not', async () => {
  const service = await startService();
  const owner = await service.newOrganization();
  const keys = () =>
    service.rows(sql`select key from idempotency_keys where org_id = ${owner.user.org_id} order by key`);
  for (const key of ['new', 'old'])
    await owner.call('POST', '/tasks', { title: key }, { 'idempotency-key': key });
  await operate(
    service.platform,
    sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old' returning key`,
  );
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  try {
    expect(await eventually(keys, (rows) => rows.length === 1)).toEqual([{ key: 'new' }]);
    expect((await owner.call('GET', '/tasks')).body.total).toBe(2);
  } finally {
    await worker.stop();
    await service.stop();
  }
});

it('drops deliveries 90 days after they ended, however many there are', async () => {
  const service = await startService();
  const owner = await service.newOrganization();
  const { id } = (
    await owner.call('POST', '/webhooks', { url: 'http://localhost:9/hook', event_types: ['team.*'] })
  ).body;
  const deliver = (count: number, status: string, days: number | null) =>
    operate(
      service.platform,
      sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at)
        select ${owner.user.org_id}, ${id}, nextval('events_id_seq'), now(), 'task.post_create', 1, ${status}::delivery_status,
          now() + interval '1 day', now() - ${days}::float8 * interval '1 day' from generate_series(1, ${count}::int) returning 1`,
    );
  await deliver(11_000, 'succeeded', 91);
  await deliver(1, 'failed', 89);
  await deliver(1, 'pending', null);
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  const left = () => service.rows<{ status: string }>(sql`select status from webhook_deliveries order by id`);
  try {
    const rows = await eventually(left, (some) => some.length === 2, 15_000);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'pending']);
  } finally {
    await worker.stop();
    await service.stop();
  }
});

it('asks by an index whether anything is over: the sweeper does so every few seconds', async () => {
  const service = await startService();
  try {
    for (const { table, where } of expired) {
      const plan = await operateSteps(service.platform, async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return tx.rows(sql`explain select 1 from ${raw(table)} where ${where} limit 1`);
      });
      expect(JSON.stringify(plan), table).not.toContain('Seq Scan');
    }
  } finally {
    await service.stop();
  }
});
