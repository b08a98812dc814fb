import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service?.stop());

const ok = async (path: string, body: object) => {
  const response = await owner.call('POST', path, body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
};

let made = 0;
async function userWith(...permissions: string[]): Promise<Client> {
  made += 1;
  const code = `hidden_${made}`;
  await ok('/roles', {
    ...{ code, name: code },
    permissions: permissions.map((one) => {
      const [permission, scope = 'org'] = one.split('@');
      return { permission, scopes: [scope] };
    }),
  });
  return service.newUser(owner, [code]);
}

async function createPosition(more: object = {}) {
  made += 1;
  const position = { title: `Secret title ${made}`, code: `SECRET-${made}`, status: 'open', headcount: 1 };
  return ok('/positions', { ...position, ...more });
}

it('shows titles in the organization chart only to readers of the position', async () => {
  const position = await createPosition();
  const { id } = await people.hire({ position_id: position.id, job_title: 'Engineer' });
  const titleFor = async (by: Client) => {
    const { data } = (await by.call('GET', `/employees/org-chart?root_id=${id}`)).body;
    return data.map((one: any) => one.position);
  };
  expect(await titleFor(owner)).toEqual([position.title]);
  expect(await titleFor(await userWith('employee:read', 'position:read'))).toEqual([position.title]);
  expect(await titleFor(await userWith('employee:read'))).toEqual(['Engineer']);
  expect(await titleFor(await userWith('employee:read', 'position:read@team'))).toEqual(['Engineer']);
});

it('names a position in warnings only to its readers', async () => {
  await owner.call('PATCH', '/company-configuration', { enforce_headcount: 'warn' });
  const { id: default_role_id } = await ok('/roles', { code: 'seat', name: 'Seat', permissions: [] });
  const warningsFor = async (...more: string[]) => {
    const position = await createPosition({ default_role_id });
    const employees = [
      await people.hire({ position_id: position.id }),
      await people.hire({ position_id: position.id }),
    ];
    const by = await userWith('employee:manage', 'employee_change:read', 'user:read', 'role:read', ...more);
    const { user } = await service.newUser(owner, []);
    const link = await by.call('POST', `/employees/${employees[1].id}/link-user`, { user_id: user.id });
    expect(link.status, JSON.stringify(link.body)).toBe(200);
    return { code: position.code, text: JSON.stringify(link.body.warnings ?? []) };
  };
  const hidden = await warningsFor();
  expect(hidden.text).not.toContain(hidden.code);
  const shown = await warningsFor('position:read');
  expect(shown.text).toContain(`Position ${shown.code} comes with`);
});

it('lists only readable reports and teams of an employee who leaves', async () => {
  const team = await people.team('Ours');
  const by = await userWith('employee:manage@team', 'employee_change:manage');
  const mine = await people.hire({ team_id: team.id, user_id: by.user.id });
  const leaver = await people.hire({ team_id: team.id });
  const [near, far] = [
    await people.hire({ team_id: team.id, manager_id: leaver.id }),
    await people.hire({ manager_id: leaver.id }),
  ];
  const led = await ok('/teams', { name: 'Led', kind: 'squad', lead_employee_id: leaver.id });
  const left = await by.call('POST', `/employees/${leaver.id}/terminate`, {
    ...{ end_date: day(1), reason_code: 'resigned', reassign_reports_to: mine.id },
  });
  expect(left.body.owned, JSON.stringify(left.body)).toMatchObject({ reports: [near.id], teams_led: [] });
  const other = await people.hire({});
  const report = await people.hire({ manager_id: other.id });
  const all = await owner.call('POST', `/employees/${other.id}/terminate`, {
    ...{ end_date: day(1), reason_code: 'resigned', reassign_reports_to: mine.id },
  });
  expect(all.body.owned.reports).toEqual([report.id]);
  expect([far.manager_id, led.lead_employee_id, mine.team_id]).toEqual([leaver.id, leaver.id, team.id]);
});

it('states days of planned terminations only to readers of changes', async () => {
  const boss = await people.hire({});
  const last = day(77);
  expect((await people.terminate(boss.id, last)).status).toBe(200);
  const messagesFor = async (by: Client) => {
    const hire = await by.call('POST', '/employees', {
      ...{ first_name: 'A', last_name: 'B', hire_date: day(1), manager_id: boss.id },
    });
    const again = await by.call('POST', `/employees/${boss.id}/terminate`, {
      ...{ end_date: day(10), reason_code: 'resigned' },
    });
    return [hire, again].map(({ body }) => body.details.fieldErrors);
  };
  expect(await messagesFor(await userWith('employee:manage'))).toEqual([
    { manager_id: ['Is not employed on all of these days'] },
    { end_date: ['A termination is already scheduled; cancel that change first'] },
  ]);
  expect(await messagesFor(await userWith('employee:manage', 'employee_change:read'))).toEqual([
    { manager_id: [`Leaves on ${last}`] },
    { end_date: [`A termination on ${last} is already scheduled; cancel that change first`] },
  ]);
});
