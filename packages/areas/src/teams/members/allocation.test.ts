import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let counter = 0;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const newEmployee = async () => {
  counter += 1;
  const person = { first_name: 'Ada', last_name: `No ${counter}`, hire_date: '2024-01-01' };
  return (await owner.call('POST', '/employees', person)).body;
};
const other = async () => {
  counter += 1;
  return (await owner.call('POST', '/teams', { name: `Team ${counter}` })).body;
};

describe('allocation_percent', () => {
  it('warns if the total exceeds 100 % on any day, and stores it', async () => {
    const employee = await newEmployee();
    const [first, second, later] = [await other(), await other(), await other()];
    const most = { employee_id: employee.id, allocation_percent: 70 };
    expect((await owner.call('POST', `/teams/${first.id}/members`, most)).body).not.toHaveProperty(
      'warnings',
    );
    const body = { employee_id: employee.id, allocation_percent: 40 };
    const joined = await owner.call('POST', `/teams/${second.id}/members`, body);
    expect(joined.status).toBe(201);
    expect(joined.body.warnings).toEqual(['The employee is allocated to teams with 110 % of their time']);
    const path = `/teams/${second.id}/members/${joined.body.id}`;
    expect((await owner.call('PATCH', path, { allocation_percent: 30 })).body).not.toHaveProperty('warnings');
    const future = { employee_id: employee.id, allocation_percent: 100, joined_on: '2999-01-01' };
    const planned = await owner.call('POST', `/teams/${later.id}/members`, future);
    expect(planned.body.warnings).toEqual(['The employee is allocated to teams with 200 % of their time']);
    await owner.call('DELETE', path);
    const answer = await owner.call('PATCH', `/teams/${later.id}/members/${planned.body.id}`, {
      allocation_percent: 30,
    });
    expect(answer.body).not.toHaveProperty('warnings');
  });

  it('is summed up serially: of concurrent requests, the last ones get the warning', async () => {
    const { id: employee_id } = await newEmployee();
    const teams = [await other(), await other(), await other(), await other(), await other()];
    const joined = await Promise.all(
      teams.map(({ id }) =>
        owner.call('POST', `/teams/${id}/members`, { employee_id, allocation_percent: 25 }),
      ),
    );
    const warned = (answers: typeof joined) => answers.flatMap((one) => one.body.warnings ?? []);
    expect(joined.map((one) => one.status)).toEqual(teams.map(() => 201));
    expect(warned(joined)).toEqual(['The employee is allocated to teams with 125 % of their time']);
    const changed = await Promise.all(
      joined.map(({ body }) =>
        owner.call('PATCH', `/teams/${body.team_id}/members/${body.id}`, { allocation_percent: 20 }),
      ),
    );
    const sums = [100, 105, 110, 115, 120].map(
      (sum) => `The employee is allocated to teams with ${sum} % of their time`,
    );
    expect(warned(changed).toSorted()).toEqual(sums.slice(1));
  });
});
