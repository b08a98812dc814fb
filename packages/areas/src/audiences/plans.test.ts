import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isInAudience } from './audience-sql.store.ts';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());

/** Blocks that PostgreSQL reads for a query. */
async function readBlocks(query: Prisma.Sql): Promise<number> {
  let blocks = 0;
  // The first execution also reads the catalogue.
  for (let run = 0; run < 2; run += 1) {
    const [row] = await service.rows(sql`explain (analyze, buffers, format json) ${query}`);
    const { Plan: plan } = row['QUERY PLAN'][0];
    blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return blocks;
}

/** Hires 5,000 people of one team; the first ten are each the manager of the next. */
async function hireMany(): Promise<{ org_id: number; ids: number[] }> {
  const { org_id } = (await service.newOrganization()).user;
  const run = (statement: Prisma.Sql) => executeOperational<{ id: number }>(service.platform, statement);
  const [team] = await run(
    sql`insert into teams (org_id, name, slug) values (${org_id}, 'Root', 'root') returning id`,
  );
  const inserted =
    await run(sql`insert into employees (org_id, employee_number, first_name, last_name, hire_date, team_id)
    select ${org_id}, 'P' || n, 'Test', 'Person', '2020-01-01', ${team?.id} from generate_series(1, 5000) n returning id`);
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  await run(sql`update employees set manager_id = id - 1
    where org_id = ${org_id} and id > ${ids[0]} and id <= ${ids[10]} returning id`);
  return { org_id, ids };
}

it('reads the values of one employee by keys, in an organization of any size and without statistics', async () => {
  const { org_id, ids } = await hireMany();
  expect(await readBlocks(sql`select audience_facts(${org_id}, ${ids[10]}::int)`)).toBeLessThan(100);
});

it('reads the people below several managers, one below the other, once', async () => {
  const { org_id, ids } = await hireMany();
  await executeOperational(
    service.platform,
    sql`update employees set manager_id = ${ids[10]}::int where org_id = ${org_id} and id > ${ids[10]}::int returning id`,
  );
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  await database.query('analyze employees');
  await database.end();
  const blocksFor = (value: number[]) =>
    readBlocks(sql`select count(*) from employees e
      where e.org_id = ${org_id} and ${isInAudience(org_id, { field: 'reports_to', op: 'in', value })}`);
  expect(await blocksFor(ids.slice(0, 10))).toBeLessThan(2 * (await blocksFor(ids.slice(0, 1))));
});
