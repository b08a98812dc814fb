import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const ids = async (query: string, as = people) =>
  (await as.get(`/employees?limit=100&${query}`)).data.map((one: any) => one.id);

describe('as_of', () => {
  it('returns past and scheduled values', async () => {
    const [team, boss] = [await people.team('Later'), await people.hire()];
    const { id } = await people.hire({ hire_date: '2021-03-01', fte: '0.5' });
    await people.change(id, 'promotion', '2023-01-01', { team_id: team.id, fte: '0.75' });
    await people.change(id, 'status', '2024-01-01', { status: 'on_leave' });
    await people.change(id, 'manager', day(5), { manager_id: boss.id });
    await people.change(id, 'status', day(10), { status: 'active' });
    const seen = async (as_of: string) => {
      const { status, team_id, manager_id, fte } = await people.employee(id, as_of);
      return [status, team_id, manager_id, fte];
    };
    expect(await seen('2021-03-01')).toEqual(['active', null, null, '0.5']);
    expect(await seen('2022-12-31')).toEqual(['active', null, null, '0.5']);
    expect(await seen('2023-01-01')).toEqual(['active', team.id, null, '0.75']);
    expect(await seen(day(0))).toEqual(['on_leave', team.id, null, '0.75']);
    expect(await seen(day(5))).toEqual(['on_leave', team.id, boss.id, '0.75']);
    expect(await seen('9999-12-31')).toEqual(['active', team.id, boss.id, '0.75']);
    expect((await owner.call('GET', `/employees/${id}?as_of=2021-02-28`)).status).toBe(404);
    expect(await people.employee(id, day(0))).toEqual(await people.employee(id));
  });

  it('returns a future hire from its creation on', async () => {
    const team = await people.team('To come');
    const { id } = await people.hire({ hire_date: day(30), team_id: team.id });
    expect(await people.employee(id)).toMatchObject({ status: 'pre_hire', team_id: team.id });
    expect(await people.employee(id, day(0))).toEqual(await people.employee(id));
    expect((await people.employee(id, day(29))).status).toBe('pre_hire');
    expect((await people.employee(id, day(30))).status).toBe('active');
    expect((await owner.call('GET', `/employees/${id}?as_of=${day(-2)}`)).status).toBe(404);
  });

  it('applies to filters, order and totals of a list; today equals no as_of', async () => {
    const by = await service.newOrganization();
    const there = peopleOf(by);
    const [red, blue] = [await there.team('Red'), await there.team('Blue')];
    const a = await there.hire({ team_id: red.id, hire_date: '2020-05-01' });
    const b = await there.hire({ team_id: red.id, hire_date: '2022-05-01', employment_type: 'intern' });
    await there.change(a.id, 'team', day(7), { team_id: blue.id });
    await there.change(b.id, 'promotion', day(9), { employment_type: 'full_time' });
    expect(await ids(`team_id=${red.id}&sort=hire_date`, there)).toEqual([a.id, b.id]);
    expect(await ids(`team_id=${red.id}&as_of=${day(7)}`, there)).toEqual([b.id]);
    expect(await ids(`team_id=${blue.id}&as_of=${day(7)}`, there)).toEqual([a.id]);
    expect(await ids(`employment_type=intern&as_of=${day(8)}`, there)).toEqual([b.id]);
    expect(await ids(`employment_type=intern&as_of=${day(9)}`, there)).toEqual([]);
    expect((await there.get('/employees?as_of=2021-01-01')).total).toBe(1);
    expect(await ids('hired_from=2020-05-01&hired_to=2022-04-30', there)).toEqual([a.id]);
    expect(await ids('sort=-hire_date', there)).toEqual((await ids('sort=hire_date', there)).reverse());
    for (const query of ['', 'sort=employee_number', 'q=ada', 'status=active', 'sort=-name']) {
      expect(await there.get(`/employees?${query}&as_of=${day(0)}`)).toEqual(
        await there.get(`/employees?${query}`),
      );
    }
  });

  it('requires employee_change:read', async () => {
    const user = await service.newUser(owner, ['employee']);
    const self = await people.hire({ user_id: user.user.id });
    const other = await people.hire();
    const as = peopleOf(user);
    expect(await ids(`as_of=${day(1)}`, as)).toEqual([self.id]);
    expect((await user.call('GET', `/employees/${other.id}?as_of=${day(1)}`)).status).toBe(404);
    expect((await user.call('GET', `/employees/${other.id}`)).status).toBe(200);
    expect((await as.employee(self.id, day(1))).id).toBe(self.id);
    for (const path of ['changes', 'history']) {
      expect((await user.call('GET', `/employees/${self.id}/${path}`)).status).toBe(200);
      expect((await user.call('GET', `/employees/${other.id}/${path}`)).status).toBe(403);
      expect((await user.call('GET', `/employees/999999/${path}`)).status).toBe(404);
    }
    const viewer = await service.newUser(owner, ['viewer']);
    for (const path of ['', `/${other.id}`, `/${other.id}/reports`, '/org-chart']) {
      expect((await viewer.call('GET', `/employees${path}`)).status).toBe(200);
      expect((await viewer.call('GET', `/employees${path}?as_of=${day(1)}`)).status).toBe(403);
    }
  });
});

describe('the history of an employee', () => {
  it('lists periods between changes, latest first', async () => {
    const { id } = await people.hire({ hire_date: '2021-03-01' });
    const one = await people.change(id, 'fte', '2023-01-01', { fte: '0.75' });
    const two = await people.change(id, 'status', '2023-01-01', { status: 'on_leave' });
    const gone = await people.change(id, 'fte', day(3), { fte: '0.3' });
    const later = await people.change(id, 'fte', day(5), { fte: '0.5' });
    await people.cancel(id, gone.id);
    const { data, total } = await people.get(`/employees/${id}/history`);
    expect(total).toBe(3);
    expect(data).toMatchObject([
      { since: day(5), until: null, fte: '0.5', status: 'on_leave', change_ids: [later.id] },
      { since: '2023-01-01', until: day(5), fte: '0.75', status: 'on_leave', change_ids: [one.id, two.id] },
      { since: '2021-03-01', until: '2023-01-01', fte: '1', status: 'active', hire_date: '2021-03-01' },
    ]);
    expect((await people.get(`/employees/${id}/history?limit=1&offset=1`)).data).toEqual([data[1]]);
    expect(await people.changes(id)).toHaveLength(5);
    expect((await people.get(`/employees/${id}/changes?state=cancelled`)).data).toMatchObject([
      { id: gone.id },
    ]);
    expect((await people.get(`/employees/${id}/changes?kind=status`)).data).toMatchObject([{ id: two.id }]);
  });
});

describe('reports and the org chart', () => {
  it('return levels of reports on any day', async () => {
    const by = await service.newOrganization();
    const there = peopleOf(by);
    const [founder] = (await there.get('/employees')).data;
    const a = await there.hire({ first_name: 'A', manager_id: founder.id, job_title: 'Chief' });
    const b = await there.hire({ first_name: 'B', manager_id: a.id });
    const c = await there.hire({ first_name: 'C', manager_id: b.id, preferred_name: 'Cee' });
    await there.hire({ first_name: 'Gone', status: 'terminated', end_date: '2024-01-01' });
    await there.hire({ first_name: 'New', hire_date: day(9), manager_id: a.id });
    await there.change(c.id, 'manager', day(4), { manager_id: a.id });
    const reports = async (query = '') =>
      (await there.get(`/employees/${a.id}/reports?${query}`)).data.map((one: any) => [
        one.first_name,
        one.level,
      ]);
    expect(await reports()).toEqual([
      ['B', 1],
      ['New', 1],
    ]);
    expect(await reports('depth=2')).toEqual([
      ['B', 1],
      ['New', 1],
      ['C', 2],
    ]);
    expect(await reports(`depth=2&as_of=${day(4)}`)).toEqual([
      ['B', 1],
      ['C', 1],
      ['New', 1],
    ]);
    const leaf = (who: any, name: string) => ({
      employee_id: who.id,
      name: `${name} Lovelace`,
      position: null,
      reports_count: 0,
      children: [],
    });
    const chart = await there.get('/employees/org-chart?depth=5');
    expect(chart).toEqual({
      total: 4,
      data: [
        {
          employee_id: founder.id,
          name: 'Olga Owner',
          position: null,
          reports_count: 1,
          children: [
            {
              employee_id: a.id,
              name: 'A Lovelace',
              position: 'Chief',
              reports_count: 1,
              children: [{ ...leaf(b, 'B'), reports_count: 1, children: [leaf(c, 'Cee')] }],
            },
          ],
        },
      ],
    });
    const later = await there.get(`/employees/org-chart?root_id=${a.id}&depth=1&as_of=${day(9)}`);
    expect(later.data[0].children.map((one: any) => one.name)).toEqual([
      'B Lovelace',
      'Cee Lovelace',
      'New Lovelace',
    ]);
    expect((await there.get(`/employees/org-chart?root_id=${a.id}&depth=1`)).total).toBe(2);
    expect((await by.call('GET', '/employees/org-chart?root_id=999999')).status).toBe(404);
    expect((await by.call('GET', `/employees/org-chart?root_id=${(await people.hire()).id}`)).status).toBe(
      404,
    );
    expect((await by.call('GET', '/employees/org-chart?depth=51')).status).toBe(422);
  });

  it('contain only readable employees; one without a readable manager is at the top', async () => {
    const scopes = ['team'];
    const permissions = ['employee:read', 'employee_change:read'].map((permission) => ({
      permission,
      scopes,
    }));
    await owner.call('POST', '/roles', { code: 'narrow', name: 'Narrow', permissions });
    const user = await service.newUser(owner, ['narrow']);
    const team = await people.team('Narrow');
    const top = await people.hire();
    const mate = await people.hire({ manager_id: top.id, team_id: team.id });
    const self = await people.hire({ user_id: user.user.id, manager_id: mate.id, team_id: team.id });
    for (const query of ['', `?as_of=${day(1)}`]) {
      const chart = (await user.call('GET', `/employees/org-chart${query}`)).body;
      expect(chart).toMatchObject({
        total: 2,
        data: [{ employee_id: mate.id, children: [{ employee_id: self.id }] }],
      });
      expect(await ids(query.slice(1), peopleOf(user))).toEqual([mate.id, self.id]);
      expect((await user.call('GET', `/employees/${top.id}/reports${query}`)).status).toBe(404);
    }
  });
});
