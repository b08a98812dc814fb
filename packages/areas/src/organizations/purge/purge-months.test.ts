import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstBatchRows, nextBatchRows, purgeBatch, readPurgePlan } from './lane.store.ts';

const { sql } = Prisma;
let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());

/** Inserts deliveries into separate partitions, where they have the same ctid as those of another organization. */
async function addDeliveries(owner: Client, ends: readonly (string | null)[]): Promise<void> {
  const { id } = (await owner.call('POST', '/webhooks', { url: 'http://localhost:9/hook' })).body;
  for (const end of ends) {
    await executeOperational(
      service.platform,
      sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
        values (${owner.user.org_id}, ${id}, 1, now(), 'task.post_create', 1,
          case when ${end}::text is null then 'pending' else 'failed' end::delivery_status, now(),
          now() - ${end}::interval, coalesce(now() - ${end}::interval, 'infinity')) returning 1`,
    );
  }
}

it('deletes the deliveries of a closed organization in all partitions, and none with the same ctid', async () => {
  const [leaving, staying] = [await service.newOrganization(), await service.newOrganization()];
  await addDeliveries(leaving, ['0 days', null]);
  await addDeliveries(staying, ['40 days', '80 days']);
  const left = () =>
    service.rows(sql`select org_id, count(*)::int as count, count(distinct ctid)::int as ctids
      from webhook_deliveries group by 1 order by 1`);
  const [{ ctids } = { ctids: 0 }] = await service.rows<{ ctids: number }>(
    sql`select count(distinct ctid)::int as ctids from webhook_deliveries`,
  );
  expect(ctids).toBe(1);
  await executeOperational(
    service.platform,
    sql`update organizations set status = 'closed' where id = ${leaving.user.org_id} returning id`,
  );
  const plan = await readPurgePlan(service.platform);
  while ((await purgeBatch(service.platform, plan, leaving.user.org_id, 500)) > 0);
  expect(await left()).toEqual([{ org_id: staying.user.org_id, count: 2, ctids: 1 }]);
});

it('deletes as many rows at once as take about a second', async () => {
  expect(nextBatchRows(firstBatchRows, 5)).toBe(2 * firstBatchRows);
  expect(nextBatchRows(400, 5)).toBe(500);
  expect(nextBatchRows(500, 8_000)).toBe(62);
  expect(nextBatchRows(20, 3_000)).toBe(6);
  expect(nextBatchRows(1, 9_000)).toBe(1);
  // The last rows of a table, or of a step that deletes all rows at once.
  expect(nextBatchRows(3, 5)).toBe(firstBatchRows);
  expect(nextBatchRows(20_000, 900)).toBe(500);
});

it('finds the changes of employees that refer to a deleted one by an index', async () => {
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  // The table is empty.
  await client.query('set enable_seqscan = off');
  for (const column of ['corrects_id', 'because_of_id']) {
    const { rows } = await client.query(
      `explain select from employee_changes where org_id = 1 and ${column} = 1 for key share`,
    );
    expect(JSON.stringify(rows)).toContain(`Index Cond: ((org_id = 1) AND (${column} = 1))`);
  }
  await client.end();
});
