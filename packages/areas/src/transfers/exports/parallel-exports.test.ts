import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestTransfer } from '../testing/transfers.ts';

const exportsOfOne = 20;
const others = 5;

/** Records the number of running exports whenever one begins: of its organization, and of all. */
const observer = `
  create table running_exports (at bigserial primary key, org_id int, of_organization int, of_all int);
  create function observe_exports() returns trigger language plpgsql security definer as $$ begin
    insert into running_exports (org_id, of_organization, of_all)
      select new.org_id, count(*) filter (where org_id = new.org_id), count(*) from exports where status = 'running';
    return null;
  end $$;
  create trigger observed after update of status on exports for each row
    when (new.status = 'running' and old.status <> 'running') execute function observe_exports()`;

let service: TestService;
let database: pg.Client;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  await database.query(observer);
});
afterAll(async () => {
  await worker?.stop();
  await database?.end();
  await service?.stop();
});

async function newOrganization(): Promise<Client> {
  const owner = await service.newOrganization();
  await disablePrompts(owner);
  await owner.call('POST', '/tasks', { title: 'A task' });
  return owner;
}

it('20 exports of one organization leave room for those of others', async () => {
  const busy = await newOrganization();
  const rest = await Promise.all(Array.from({ length: others }, newOrganization));
  for (let count = 0; count < exportsOfOne; count += 1)
    await requestTransfer(busy, '/tasks/export', { format: 'json' });
  for (const owner of rest) await requestTransfer(owner, '/tasks/export', { format: 'json' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  const statuses = async () =>
    (await database.query('select status, count(*)::int from exports group by status')).rows;
  await eventually(statuses, (rows) => rows.every(({ status }) => status === 'succeeded'));

  const { rows } = await database.query(
    'select org_id, of_organization, of_all from running_exports order by at',
  );
  expect(rows).toHaveLength(exportsOfOne + others);
  expect(Math.max(...rows.map(({ of_organization }) => of_organization))).toBe(1);
  expect(Math.max(...rows.map(({ of_all }) => of_all))).toBeLessThanOrEqual(2);
  // No export of the others waits for all of those that were requested before it.
  const begun = rows.map(({ org_id }) => org_id);
  const last = begun.lastIndexOf(busy.user.org_id);
  for (const { user } of rest) expect(begun.indexOf(user.org_id)).toBeLessThan(last);
});
