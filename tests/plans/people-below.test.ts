import { connectQuery } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let database: pg.Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  database = new pg.Client(service.config.DATABASE_URL);
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

it('finds the people below each person by index, although all have the same manager', async () => {
  const { org_id } = owner.user;
  const person = { first_name: 'Ada', last_name: 'Boss', hire_date: '2020-01-01' };
  const { body: manager } = await owner.call('POST', '/employees', person);
  await database.query(
    `insert into employees (org_id, employee_number, first_name, last_name, hire_date, status, manager_id, updated_at)
     select $1, 'P' || n, 'Person', n::text, '2024-01-01', 'active', $2, now() from generate_series(1, 20000) n`,
    [org_id, manager.id],
  );
  await database.query('analyze employees');
  await database.query(connectQuery(service.config, 'key'));
  const { rows } = await database.query(
    `explain select e from (values (${org_id})) me(org_id), employees_below(me.org_id, ${manager.id}) e`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain(`Index Cond: ((org_id = ${org_id}) AND (manager_id = b.id))`);
});
