import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());

/** Blocks that PostgreSQL reads for the values of one employee, ten managers below the top. */
async function readBlocks(org_id: number, id: number): Promise<number> {
  let blocks = 0;
  // The first execution also reads the catalogue.
  for (let run = 0; run < 2; run += 1) {
    const [row] = await service.rows(
      sql`explain (analyze, buffers, format json) select audience_facts(${org_id}, ${id}::int)`,
    );
    const { Plan: plan } = row['QUERY PLAN'][0];
    blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return blocks;
}

it('reads the values of one employee by keys, in an organization of any size and without statistics', async () => {
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
  expect(await readBlocks(org_id, ids[10] ?? 0)).toBeLessThan(150);
});
