import { systemCaller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findNextEmployeeNumber } from '../../packages/areas/src/company-configuration/employee-numbers/employee-numbers.store.ts';

/** Two levels of each index, and the row that the index returns. */
const maxBuffers = 12;

let service: TestService;
let admin: pg.Client;
let org_id: number;
beforeAll(async () => {
  service = await startOwnService();
  admin = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await admin.connect();
  org_id = (await service.newOrganization()).user.org_id;
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});

/** Inserts employees, each with a corrected number and one of another form. */
async function grow(first: number, last: number): Promise<void> {
  await admin.query('begin; set local session_replication_role = replica');
  await admin.query(
    `with hired as (
       insert into employees (org_id, employee_number, first_name, last_name, status, employment_type, hire_date)
       select $1, case n % 2 when 0 then 'E' else 'X' end || n, 'Grace', 'Grown', 'active', 'full_time', '2024-01-01'
       from generate_series($2::int, $3::int) n returning id)
     insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, state, set, previous, applies_at)
     select $1, id, '2024-01-01', 1, 'correction', 'cancelled',
       jsonb_build_object('employee_number', case id % 2 when 0 then 'E' else 'X' end || id), '{}', now() from hired`,
    [org_id, first, last],
  );
  await admin.query('commit');
}

/** Runs the statement with EXPLAIN, and returns the number of buffers. */
async function measure(): Promise<number> {
  const origin = { request_id: 'test-1', ip: null, user_agent: null };
  let buffers = 0;
  const rows = async (statement: Prisma.Sql) => {
    const explained = Prisma.sql`explain (analyze, buffers, format json) ${statement}`;
    const [row] = await service.rows(explained);
    const plan = row['QUERY PLAN'][0].Plan;
    buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return service.rows(statement);
  };
  const caller = systemCaller(service.platform, org_id, origin, []);
  const { next } = await findNextEmployeeNumber({ rows } as unknown as Transaction, caller);
  const [highest] = await service.rows(Prisma.sql`select max(substr(employee_number, 2)::int) as number
    from employees where org_id = ${org_id} and employee_number like 'E%'`);
  expect(next).toBeGreaterThan(highest.number);
  return buffers;
}

it('finds the next employee number at a cost that does not grow with the organization', async () => {
  await grow(100, 200);
  await measure();
  expect(await measure()).toBeLessThanOrEqual(maxBuffers);
  await grow(201, 30_000);
  expect(await measure()).toBeLessThanOrEqual(maxBuffers);
  await admin.query('analyze employees, employee_changes');
  expect(await measure()).toBeLessThanOrEqual(maxBuffers);
});
