import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import { upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Pooler, startPooler } from './pooler.ts';

/** Two slots for small imports and one for large ones are those of one worker, for verified organizations. */
const imports = 3;

let database: TestDatabase;
let pooler: Pooler;
let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let holder: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startPooler(database.url, imports);
  service = await startOwnService({
    DATABASE_URL: pooler.urlFor(database.url),
    DATABASE_DIRECT_URL: database.url,
    DATABASE_POOLER: 'transaction',
    LOG_LEVEL: 'silent',
  });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
});
afterAll(async () => {
  await holder?.end();
  await worker?.stop();
  await service?.stop();
  await pooler?.stop();
  await database?.drop();
});

async function startImport(by: Client, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, n) => `Ann,Ames ${n} ${'x'.repeat(40)},2024-02-29\n`);
  const csv = Buffer.from(`first_name,last_name,hire_date\n${lines.join('')}`);
  const { body: file } = await upload(service, by, { name: 'rows.csv', mime: 'text/csv' }, csv);
  const { status } = await by.call('POST', '/employees/import', { file_id: file.id });
  expect(status).toBe(202);
}

it('imports, which may take five minutes, leave the connections of the pooler to the requests of other organizations', async () => {
  const other = await service.newOrganization();
  const organizations = [
    await service.newOrganization(),
    await service.newOrganization(),
    await service.newOrganization(),
  ];
  // Imports of few rows then take as long as those of thousands.
  await holder.query(`create function pause() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$;
    create trigger pause before insert on employee_changes for each row execute function pause()`);
  await Promise.all(organizations.map((owner, index) => startImport(owner, index === 0 ? 400 : 60)));
  const countRunning = async () => {
    const { rows } = await holder.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    );
    return rows[0].count;
  };
  await eventually(countRunning, (count) => count === imports);
  expect((await other.call('POST', '/tasks', { title: 'Unaffected' })).status).toBe(201);
});
