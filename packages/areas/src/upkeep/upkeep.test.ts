import { startService } from '@wfp/api/testing';
import { Prisma } from '@wfp/shared/db';
import { operate } from '@wfp/shared/unscoped';
import { startWorker } from '@wfp/worker/testing';
import { expect, it } from 'vitest';
import { eventually } from '../testing/receiver.ts';

const { sql } = Prisma;

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
