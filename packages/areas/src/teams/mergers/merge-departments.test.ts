import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;
let counter = 0;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const newDepartment = async () => {
  counter += 1;
  return (await owner.call('POST', '/teams', { name: `Department ${counter}`, kind: 'department' })).body;
};
const hire = async (team_id: number, fields: object = {}) => {
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', team_id, ...fields };
  return (await owner.call('POST', '/employees', person)).body;
};
const merge = (id: number, into_id: number, by = owner) => by.call('POST', `/teams/${id}/merge`, { into_id });
const get = async (path: string) => (await owner.call('GET', path)).body;
const homeOf = async (id: number) => (await get(`/employees/${id}`)).team_id;
const members = async (id: number) =>
  (await get(`/teams/${id}/members`)).data.map((row: { employee_id: number; joined_on: string }) => [
    row.employee_id,
    row.joined_on,
  ]);

describe('POST /teams/:id/merge of departments', () => {
  it('changes the primary team of all employees as of today', async () => {
    const [source, target] = [await newDepartment(), await newDepartment()];
    const [one, other] = [await hire(source.id), await hire(target.id)];
    const { result, events } = await recordedBy(service, org_id, () => merge(source.id, target.id));
    expect(result.status).toBe(200);
    expect(events).toEqual([
      `employee.change_applied ${one.id}`,
      `employee.post_update ${one.id}`,
      `team.member_left ${source.id}`,
      `team.member_joined ${target.id}`,
      `team.post_archive ${source.id}`,
      `team.merged ${source.id}`,
    ]);
    expect(await homeOf(one.id)).toBe(target.id);
    const today = (await get(`/employees/${one.id}/changes?kind=team`)).data;
    expect(today).toMatchObject([
      { state: 'applied', set: { team_id: target.id }, previous: { team_id: source.id } },
    ]);
    expect(await members(target.id)).toEqual([
      [other.id, '2024-01-01'],
      [one.id, today[0].effective_date],
    ]);
  });

  it('redirects future hires and scheduled transfers', async () => {
    const [source, target, elsewhere] = [await newDepartment(), await newDepartment(), await newDepartment()];
    const starts = await hire(source.id, { hire_date: '2999-02-01' });
    const comes = await hire(elsewhere.id);
    const change = { effective_date: '2999-03-01', kind: 'team', set: { team_id: source.id } };
    expect((await owner.call('POST', `/employees/${comes.id}/changes`, change)).status).toBe(201);
    expect((await merge(source.id, target.id)).status).toBe(200);
    expect(await homeOf(starts.id)).toBe(target.id);
    expect(await homeOf(comes.id)).toBe(elsewhere.id);
    expect(await members(target.id)).toEqual([[starts.id, '2999-02-01']]);
    const on = async (id: number, day: string) => (await get(`/employees/${id}?as_of=${day}`)).team_id;
    expect(await on(starts.id, '2999-02-01')).toBe(target.id);
    expect(await on(comes.id, '2999-02-28')).toBe(elsewhere.id);
    expect(await on(comes.id, '2999-03-01')).toBe(target.id);
    const waiting = await get(`/employees/${comes.id}/changes?state=scheduled`);
    expect(waiting).toMatchObject({ total: 1, data: [{ set: { team_id: target.id } }] });
  });

  it('requires employee_change:update', async () => {
    const [source, target] = [await newDepartment(), await newDepartment()];
    const admin = await service.newUser(owner, ['admin']);
    const employee = await hire(source.id);
    const { result, events } = await recordedBy(service, org_id, () => merge(source.id, target.id, admin));
    expect([result.status, events]).toEqual([403, []]);
    expect(await homeOf(employee.id)).toBe(source.id);
    const hr = await service.newUser(owner, ['hr']);
    expect((await merge(source.id, target.id, hr)).status).toBe(200);
  });

  it('moves an employee who is hired concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [source, target] = [await newDepartment(), await newDepartment()];
      const person = { first_name: 'A', last_name: 'B', hire_date: '2024-01-01', team_id: source.id };
      const [merged, hired] = await Promise.all([
        merge(source.id, target.id),
        owner.call('POST', '/employees', person),
      ]);
      expect(merged.status).toBe(200);
      expect([201, 422]).toContain(hired.status);
      if (hired.status === 201) expect(await homeOf(hired.body.id)).toBe(target.id);
    }
  });
});
