import { Prisma } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { expect, it } from 'vitest';
import { listExpiredRows } from './lane.store.ts';

const { sql, raw } = Prisma;

/** Inserts prompt runs that finished the given numbers of days ago; null for one that has been pending for a year. */
const addRuns = (service: TestService, org_id: number, days: readonly (number | null)[]) =>
  executeOperational(
    service.platform,
    sql`insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type, record_id, status,
        attempts, due_at, created_at, finished_at)
      select p.org_id, p.id, 1, 1000000 + n, p.hook, 'task', 1000000,
        (case when days is null then 'pending' else 'succeeded' end)::prompt_run_status,
        2, now() + interval '1 day', now() - interval '1 year', now() - days * interval '1 day'
      from prompt_templates p, unnest(${[...days]}::int[]) with ordinality d(days, n)
      where p.org_id = ${org_id} and p.code = 'triage-task' returning id`,
  );
const runsLeft = (service: TestService, org_id: number) =>
  service.rows(sql`select event_id::int - 1000000 as n from prompt_runs
    where org_id = ${org_id} and event_id > 1000000 order by event_id`);

it('deletes expired rows and keeps others', async () => {
  const service = await startOwnService({ PROMPT_RETENTION_DAYS: '30' });
  const owner = await service.newOrganization();
  const keys = () =>
    service.rows(sql`select key from idempotency_keys where org_id = ${owner.user.org_id} order by key`);
  for (const key of ['new', 'old'])
    await owner.call('POST', '/tasks', { title: key }, { 'idempotency-key': key });
  await executeOperational(
    service.platform,
    sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old' returning key`,
  );
  const { org_id } = owner.user;
  await addRuns(service, org_id, [31, 29, null, 400]);
  await executeOperational(
    service.platform,
    sql`insert into prompt_usage (org_id, day, runs, tokens) values (${org_id}, current_date, 9, 900) returning runs`,
  );
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  try {
    expect(await eventually(keys, (rows) => rows.length === 1)).toEqual([{ key: 'new' }]);
    expect((await owner.call('GET', '/tasks')).body.total).toBe(2);
    const runs = () => runsLeft(service, org_id);
    expect(await eventually(runs, (left) => left.length === 2)).toEqual([{ n: 2 }, { n: 3 }]);
    const used = sql`select runs >= 9 and tokens = 900 as is_kept from prompt_usage where org_id = ${org_id}`;
    expect(await service.rows(used)).toEqual([{ is_kept: true }]);
  } finally {
    await worker.stop();
    await service.stop();
  }
});

it('detects expired rows with an index, because the sweeper checks every few seconds', async () => {
  const service = await startOwnService();
  try {
    expect(listExpiredRows(service.platform).length).toBeGreaterThanOrEqual(10);
    for (const { table, where } of listExpiredRows(service.platform)) {
      const plan = await executeOperationalInTransaction(service.platform, async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return tx.rows(sql`explain select 1 from ${raw(table)} where ${where} limit 1`);
      });
      expect(JSON.stringify(plan), table).not.toContain('Seq Scan');
    }
  } finally {
    await service.stop();
  }
});
