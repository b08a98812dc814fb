import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let squad: number;
let lead: Client;
/** An employee outside the squad, and one whose primary team it is. */
let other: number;
let mate: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  people = peopleOf(owner);
  squad = await team('Squad');
  other = (await people.hire({ user_id: (await service.newUser(owner, ['admin'])).user.id })).id;
  mate = (await people.hire({ team_id: squad })).id;
});

async function created(path: string, body: object): Promise<number> {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.id;
}
const team = (name: string, parent_id?: number) =>
  created('/teams', { name, kind: 'squad', ...(parent_id !== undefined && { parent_id }) });
async function newRole(code: string, map: Record<string, string[]>): Promise<number> {
  const permissions = Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));
  return (await owner.call('POST', '/roles', { code, name: code, permissions })).body.id;
}
const roleId = async (code: string): Promise<number> =>
  (await owner.call('GET', '/roles?limit=100')).body.data.find((role: { code: string }) => role.code === code)
    .id;

/** Returns a user with roles for the whole organization, and one that is limited to the squad. */
async function leadOfSquad(role: string, roles: string[]): Promise<Client> {
  const by = await service.newUser(owner, roles);
  const grant = { user_id: by.user.id, role_id: await roleId(role), scope: 'team', team_id: squad };
  expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
  return by;
}
const join = (by: Client, employee_id: number, team = squad) =>
  by.call('POST', `/teams/${team}/members`, { employee_id });
const explain = async (permission: string, record_id: number) => {
  const query = `user_id=${lead.user.id}&permission=${permission}&record_id=${record_id}`;
  return (await owner.call('GET', `/permissions/explain?${query}`)).body.allowed;
};

/** Returns the statuses of what the lead tries with an employee. */
async function actOn(id: number): Promise<[string, number][]> {
  const change = (kind: string, set: object) => ({ kind, effective_date: day(-1), set });
  const acts: [string, string, object?][] = [
    ['PATCH', '', { job_title: 'Taken' }],
    ['GET', '/history'],
    ['GET', '/changes'],
    ['POST', '/changes', change('fte', { fte: '0.5' })],
    ['POST', '/changes', change('position', { position_id: null })],
    ['DELETE', ''],
  ];
  const statuses: [string, number][] = [];
  for (const [method, path, body] of acts)
    statuses.push([`${method} ${path}`, (await lead.call(method, `/employees/${id}${path}`, body)).status]);
  return statuses;
}
const statusesOf = async (id: number) => (await actOn(id)).map(([, status]) => status);

describe('a grant of hr for a squad', () => {
  it('gives no right on the employees whom its holder adds to the squad', async () => {
    lead = await leadOfSquad('hr', ['employee']);
    const before = await actOn(other);
    expect(before.map(([, status]) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await join(lead, other)).status).toBe(201);
    expect((await people.employee(other)).job_title).toBeNull();
    const { result, events, outbox } = await recordedBy(service, owner.user.org_id, () => actOn(other));
    expect([result, events, outbox]).toEqual([before, [], 0]);
    const rights = ['employee:update', 'employee_change:read', 'employee_change:create', 'employee:archive'];
    expect(await Promise.all(rights.map((right) => explain(right, other)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('gives its rights on the employees whose primary team is the squad or one below it', async () => {
    lead = await leadOfSquad('hr', ['employee']);
    const below = await team('Below', squad);
    const member = (await people.hire({ team_id: below })).id;
    for (const id of [mate, member]) {
      expect(await statusesOf(id)).toEqual([200, 200, 200, 201, 201, 204]);
    }
  });

  it('shows only these employees, their changes and their events, if it is the only grant', async () => {
    lead = await leadOfSquad('hr', []);
    const reader = await newRole('events', { 'event:read': ['org'] });
    await owner.call('POST', '/grants', { user_id: lead.user.id, role_id: reader });
    expect((await join(owner, other)).status).toBe(201);
    const listed = (await lead.call('GET', '/employees')).body;
    expect([listed.total, listed.data.map((row: { id: number }) => row.id)]).toEqual([1, [mate]]);
    expect((await lead.call('GET', `/employees/${other}`)).status).toBe(404);
    expect([await explain('employee:read', mate), await explain('employee:read', other)]).toEqual([
      true,
      false,
    ]);
    const chart = (await lead.call('GET', '/employees/org-chart')).body;
    expect(chart.data.map((row: { employee_id: number }) => row.employee_id)).toEqual([mate]);
    for (const id of [other, mate]) await owner.call('PATCH', `/employees/${id}`, { job_title: 'Changed' });
    for (const type of ['employee.post_create', 'employee.post_update']) {
      const events = (await lead.call('GET', `/events?event_type=${type}&limit=100`)).body;
      expect([type, events.total, events.data[0]?.aggregate_id]).toEqual([type, 1, mate]);
    }
  });
});

describe('the scope team of a role', () => {
  const rights = {
    'employee:read': ['org'],
    'employee:update': ['team'],
    'team:read': ['org'],
    'team:update': ['org'],
    'task:read': ['team'],
    'position:read': ['team'],
  };
  const patch = (by: Client, id: number) => by.call('PATCH', `/employees/${id}`, { job_title: 'Changed' });
  let home: number;
  beforeEach(async () => {
    await newRole('lead', rights);
    lead = await service.newUser(owner, ['lead']);
    home = await team('Home');
    await people.hire({ user_id: lead.user.id, team_id: home });
  });

  it('includes neither the employees whom the user adds to the own team nor those of a team the user joins', async () => {
    const own = (await people.get(`/employees?team_id=${home}`)).data[0].id;
    const crew = await team('Crew', home);
    const near = (await people.hire({ team_id: crew })).id;
    expect((await patch(lead, near)).status).toBe(200);
    expect((await join(lead, other, crew)).status).toBe(201);
    expect((await join(lead, own, squad)).status).toBe(201);
    for (const id of [other, mate]) expect([id, (await patch(lead, id)).status]).toEqual([id, 403]);
    expect(await Promise.all([near, other, mate].map((id) => explain('employee:update', id)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('includes no positions of a team that the user joins, but the tasks of its members', async () => {
    const own = (await people.get(`/employees?team_id=${home}`)).data[0].id;
    await created('/positions', { title: 'Seat', code: 'SEAT', team_id: squad });
    await created('/tasks', { title: 'Of the mate', assigned_employee_id: mate });
    const totals = async () =>
      Promise.all(['/positions', '/tasks'].map(async (path) => (await lead.call('GET', path)).body.total));
    expect(await totals()).toEqual([0, 0]);
    expect((await join(lead, own, squad)).status).toBe(201);
    expect(await totals()).toEqual([0, 1]);
  });
});

describe('POST /employees with user_id', () => {
  it('requires employee:update for the whole organization, as linking does', async () => {
    lead = await leadOfSquad('hr', ['employee']);
    const admin = await service.newUser(owner, ['admin']);
    const person = { first_name: 'Q', last_name: 'Q', hire_date: '2024-01-01', team_id: squad };
    const hire = (by: Client, body: object) => by.call('POST', '/employees', { ...person, ...body });
    const { result, events, outbox } = await recordedBy(service, owner.user.org_id, () =>
      hire(lead, { user_id: admin.user.id }),
    );
    expect([result.status, result.body.error]).toEqual([
      403,
      expect.stringContaining('Requires employee:update'),
    ]);
    expect([events, outbox]).toEqual([[], 0]);
    expect((await hire(lead, {})).status).toBe(201);
    const hr = await service.newUser(owner, ['hr']);
    expect((await hire(hr, { user_id: admin.user.id })).status).toBe(201);
  });
});
