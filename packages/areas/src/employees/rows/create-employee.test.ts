import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const person = { first_name: 'Ada', last_name: 'Lovelace', hire_date: '2024-02-29' };
const create = (fields: object = {}, by = owner) => by.call('POST', '/employees', { ...person, ...fields });

describe('POST /employees', () => {
  it('returns the row with plain dates, and records one audit entry', async () => {
    const { result, events, audit, outbox } = await recordedBy(service, org_id, () => create());
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      org_id,
      ...person,
      employee_number: expect.stringMatching(/^E\d{4}$/),
      status: 'active',
      employment_type: 'full_time',
      end_date: null,
      user_id: null,
      team_id: null,
      manager_id: null,
      created_by: owner.user.id,
      deleted_at: null,
    });
    expect(events).toEqual([`employee.post_create ${result.body.id}`, `employee.hired ${result.body.id}`]);
    expect(outbox).toBe(2);
    expect(audit).toMatchObject([
      { action: 'create', resource: 'employee', record_id: result.body.id, before: null },
    ]);
    expect((await owner.call('GET', `/employees/${result.body.id}`)).body).toEqual(result.body);
  });

  it('accepts every field', async () => {
    const user = await service.newUser(owner, ['employee']);
    const manager = (await create()).body;
    const team = (await owner.call('POST', '/teams', { name: 'Lab', kind: 'department' })).body;
    const fields = {
      employee_number: 'X-17',
      user_id: user.user.id,
      preferred_name: 'Al',
      work_email: 'ada@example.test',
      phone: '+44 20 7946 0000',
      status: 'on_leave',
      employment_type: 'contractor',
      fte: '0.8',
      time_zone: 'Asia/Tokyo',
      job_title: 'Analyst',
      end_date: '2999-12-31',
      team_id: team.id,
      manager_id: manager.id,
    };
    const { result, events } = await recordedBy(service, org_id, () => create(fields));
    expect(result.body).toMatchObject(fields);
    const { id } = result.body;
    expect(events).toEqual([
      `employee.post_create ${id}`,
      `employee.hired ${id}`,
      `team.member_joined ${team.id}`,
    ]);
    const members = await owner.call('GET', `/teams/${team.id}/members`);
    expect(members.body.data).toMatchObject([
      { employee_id: result.body.id, role: 'member', joined_on: person.hire_date },
    ]);
  });

  it('accepts a former employee, without position, team and manager', async () => {
    const team = (await owner.call('POST', '/teams', { name: 'Left', kind: 'department' })).body;
    const fields = { status: 'terminated', end_date: '2024-12-31', team_id: team.id };
    const { result, events } = await recordedBy(service, org_id, () => create(fields));
    expect(result.body).toMatchObject({ ...fields, team_id: null });
    expect(events).toEqual([
      `employee.post_create ${result.body.id}`,
      ...['joined', 'left'].map((did) => `team.member_${did} ${team.id}`),
    ]);
    const { data } = (await owner.call('GET', `/employees/${result.body.id}/changes`)).body;
    expect(data.map((one: any) => [one.kind, one.effective_date, one.set.team_id])).toEqual([
      ['termination', '2024-12-31', null],
      ['hire', person.hire_date, team.id],
    ]);
  });

  it('sets pre_hire until the hire date', async () => {
    expect((await create({ hire_date: '2999-01-01' })).body.status).toBe('pre_hire');
    expect((await create({ hire_date: new Date().toISOString().slice(0, 10) })).body.status).toBe('active');
  });

  it.each([
    ['2023-02-29', 422],
    ['2100-02-29', 422],
    ['2000-02-29', 201],
    ['2024-04-31', 422],
    ['2024-13-01', 422],
    ['0000-01-01', 422],
    ['0001-01-01', 201],
    ['9999-12-31', 201],
    ['24-01-01', 422],
    ['2024-1-1', 422],
    ['2024-01-01T00:00:00Z', 422],
    ['', 422],
    [20240101, 422],
    [null, 422],
  ])('responds to the hire date %j with %i', async (hire_date, status) => {
    const { body, ...answer } = await create({ hire_date });
    expect(answer.status).toBe(status);
    expect(status === 201 ? body.hire_date : Object.keys(body.details.fieldErrors)).toEqual(
      status === 201 ? hire_date : ['hire_date'],
    );
  });

  it.each([
    [{ first_name: ' ' }, 'first_name'],
    [{ last_name: undefined }, 'last_name'],
    [{ hire_date: undefined }, 'hire_date'],
    [{ end_date: '2024-02-28' }, 'end_date'],
    [{ status: 'terminated' }, 'end_date'],
    [{ status: 'terminated', end_date: '2999-01-01' }, 'end_date'],
    [{ status: 'pre_hire' }, 'status'],
    [{ status: 'active', hire_date: '2999-01-01' }, 'status'],
    [{ fte: '0' }, 'fte'],
    [{ fte: '1.001' }, 'fte'],
    [{ fte: 0.5 }, 'fte'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ position_id: 999_999 }, 'position_id'],
    [{ status: 'retired' }, 'status'],
    [{ work_email: 'ada' }, 'work_email'],
    [{ user_id: 999_999 }, 'user_id'],
    [{ manager_id: 999_999 }, 'manager_id'],
    [{ team_id: 999_999 }, 'team_id'],
    [{ team_id: 2 ** 31 }, 'team_id'],
    [{ employee_number: 'X-17' }, 'employee_number'],
    [{ salary: 1 }, 'salary'],
  ])('rejects %j with 422 on %s and records nothing', async (fields, field) => {
    const { total } = (await owner.call('GET', '/employees')).body;
    const { result, ...recorded } = await recordedBy(service, org_id, () => create(fields));
    expect(result.status).toBe(422);
    expect(Object.keys(result.body.details.fieldErrors)).toEqual([field]);
    expect(recorded).toEqual(nothing);
    expect((await owner.call('GET', '/employees')).body.total).toBe(total);
  });

  it("rejects another organization's employees, teams and users", async () => {
    const stranger = await service.newOrganization();
    const employee = (await create({}, stranger)).body;
    const team = (await stranger.call('POST', '/teams', { name: 'Theirs' })).body;
    const references = { manager_id: employee.id, team_id: team.id, user_id: stranger.user.id };
    for (const [field, id] of Object.entries(references)) {
      const { body } = await create({ [field]: id });
      expect(body.details.fieldErrors).toEqual({ [field]: ['Does not exist'] });
    }
  });

  it('rejects a deleted or former manager, a deleted team and a linked user', async () => {
    const gone = (await create()).body;
    await owner.call('DELETE', `/employees/${gone.id}`);
    expect((await create({ manager_id: gone.id })).body.details.fieldErrors).toHaveProperty('manager_id');
    const departed = (await create({ status: 'terminated', end_date: '2024-03-01' })).body;
    expect((await create({ manager_id: departed.id })).body.details.fieldErrors).toHaveProperty('manager_id');
    const team = (await owner.call('POST', '/teams', { name: 'Short lived' })).body;
    await owner.call('DELETE', `/teams/${team.id}`);
    expect((await create({ team_id: team.id })).body.details.fieldErrors).toHaveProperty('team_id');
    const user = await service.newUser(owner, ['employee']);
    expect((await create({ user_id: user.user.id })).status).toBe(201);
    expect((await create({ user_id: user.user.id })).body.details.fieldErrors).toHaveProperty('user_id');
  });

  it.each([
    ['owner', 201],
    ['admin', 201],
    ['hr', 201],
    ['manager', 403],
    ['employee', 403],
    ['viewer', 403],
    ['auditor', 403],
  ])('responds to a user with the role %s with %i', async (role, status) => {
    const by = await service.newUser(owner, [role]);
    expect((await create({}, by)).status).toBe(status);
  });
});

describe('employee:create with narrow scopes', () => {
  it('permits new reports and team members, and rejects others with 403', async () => {
    const permissions = [{ permission: 'employee:create', scopes: ['reports', 'team'] }];
    await owner.call('POST', '/roles', { code: 'lead', name: 'Lead', permissions });
    const lead = await service.newUser(owner, ['lead']);
    const team = (await owner.call('POST', '/teams', { name: 'Led' })).body;
    const self = (await create({ user_id: lead.user.id, team_id: team.id })).body;
    expect((await create({ manager_id: self.id }, lead)).status).toBe(201);
    expect((await create({ team_id: team.id }, lead)).status).toBe(201);
    const { result, ...recorded } = await recordedBy(service, org_id, () => create({}, lead));
    expect(result.status).toBe(403);
    expect(recorded).toMatchObject({ events: [], audit: [{ event_id: null }], outbox: 0 });
  });
});

describe('employee numbers', () => {
  const number = async (by: Client, fields: object = {}) => (await create(fields, by)).body.employee_number;

  it('count up from E0001, ignoring other formats', async () => {
    const org = await service.newOrganization();
    expect(await number(org)).toBe('E0002');
    await number(org, { employee_number: 'LEGACY-99' });
    await number(org, { employee_number: 'E1x' });
    expect(await number(org)).toBe('E0003');
    await number(org, { employee_number: 'E9999' });
    expect(await number(org)).toBe('E10000');
  });

  it('are not reused after a deletion', async () => {
    const org = await service.newOrganization();
    const first = (await create({}, org)).body;
    await org.call('DELETE', `/employees/${first.id}`);
    expect(await number(org)).toBe('E0003');
  });

  it('are unique among concurrent hires', async () => {
    const org = await service.newOrganization();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({}, org)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(201));
    const numbers = answers.map((answer) => answer.body.employee_number).sort();
    expect(numbers).toEqual(
      Array.from({ length: 12 }, (_, index) => `E${String(index + 2).padStart(4, '0')}`),
    );
  });
});
