import { Prisma } from '@wfp/shared/db';
import { startService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { peopleOf } from '@wfp/testing/people.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
const sessions: pg.Client[] = [];
beforeAll(async () => {
  service = await startService();
  for (let count = 0; count < 2; count += 1) {
    const session = new pg.Client(service.config.DATABASE_URL);
    await session.connect();
    sessions.push(session);
  }
});
afterAll(async () => {
  for (const session of sessions) await session.end();
  await service?.stop();
});

it('has the changes of two transactions that were open at the same time', async () => {
  const owner = await service.newOrganization();
  const { id } = await peopleOf(owner).hire({ hire_date: '2020-01-01' });
  const [first, second] = sessions as [pg.Client, pg.Client];
  const add = (session: pg.Client, day: string, set: object) =>
    session.query(
      `insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, "set", state)
       values ($1, $2, $3, 1, 'fte', $4, 'applied')`,
      [owner.user.org_id, id, day, set],
    );
  await first.query('begin');
  await add(first, '2021-01-01', { fte: '0.5' });
  await second.query('begin');
  const waiting = add(second, '2022-01-01', { employment_type: 'part_time' });
  await waitUntilBlocking(first);
  await first.query('commit');
  await waiting;
  await second.query('commit');
  const periods = await service.rows(sql`
    select p.from_date::text, p.until_date::text, p.fte::text, p.employment_type from employee_periods p
    where p.org_id = ${owner.user.org_id} and p.employee_id = ${id} order by p.from_date`);
  expect(periods).toEqual([
    { from_date: '2020-01-01', until_date: '2021-01-01', fte: '1.000', employment_type: 'full_time' },
    { from_date: '2021-01-01', until_date: '2022-01-01', fte: '0.500', employment_type: 'full_time' },
    { from_date: '2022-01-01', until_date: 'infinity', fte: '0.500', employment_type: 'part_time' },
  ]);
});
