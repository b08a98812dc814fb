import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let manager: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  manager = (await peopleOf(owner).hire({ last_name: 'Above' })).id;
  // Their rows have more than 8 MiB.
  await executeOperational(
    service.platform,
    sql`insert into employees (org_id, employee_number, first_name, last_name, hire_date, manager_id, job_title)
      select ${owner.user.org_id}, 'R' || n, 'Ada', 'Lovelace', '2020-01-01', ${manager}, repeat('x', 190)
      from generate_series(1, 40000) n`,
  );
});
afterAll(() => service.stop());

it('reads only the employees that it shows, and says which parameter makes a chart smaller', async () => {
  const read = (query: string) => owner.call('GET', `/employees/org-chart?${query}`);
  const { status, body } = await read(`root_id=${manager}&depth=1`);
  expect(status).toBe(422);
  expect(body.details.fieldErrors).toEqual({
    depth: ['Use a smaller depth: the rows of this page have more than 8 MiB'],
  });
  const { data } = (await owner.call('GET', `/employees/${manager}/reports?limit=1`)).body;
  const single = await read(`root_id=${data[0].id}&depth=50`);
  expect(single.body).toMatchObject({
    total: 1,
    data: [{ employee_id: data[0].id, reports_count: 0, children: [] }],
  });
});

it('shows many employees in the order of their names, with their numbers of reports', async () => {
  const other = await service.newOrganization();
  const people = peopleOf(other);
  const [founder] = (await people.get('/employees')).data;
  const chief = await people.hire({ first_name: 'Grace', last_name: 'Hopper', manager_id: founder.id });
  for (const last_name of ['Turing', 'Babbage', 'knuth'])
    await people.hire({ first_name: 'A', last_name, manager_id: chief.id });
  const [top] = (await people.get(`/employees/org-chart?root_id=${chief.id}&depth=1`)).data;
  expect([top.reports_count, top.children.map((one: { name: string }) => one.name)]).toEqual([
    3,
    ['A Babbage', 'A knuth', 'A Turing'],
  ]);
  const [whole] = (await people.get('/employees/org-chart?depth=1')).data;
  expect(whole).toMatchObject({ employee_id: founder.id, children: [{ reports_count: 3, children: [] }] });
});
