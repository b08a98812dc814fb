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
