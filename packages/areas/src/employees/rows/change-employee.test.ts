import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A rejected call leaves an audit entry and no event. */
const refused = { events: [], audit: [{ event_id: null }], outbox: 0 };

let service: TestService;
let owner: Client;
let org_id: number;

beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const hire = async (fields: object = {}) =>
  (
    await owner.call('POST', '/employees', {
      first_name: 'Ada',
      last_name: 'L',
      hire_date: '2024-01-01',
      ...fields,
    })
  ).body;
const patch = (id: number, body: object, by = owner) => by.call('PATCH', `/employees/${id}`, body);

describe('PATCH /employees/:id', () => {
  it('updates fields without history and records the changes', async () => {
    const employee = await hire({ job_title: 'Analyst' });
    const body = { preferred_name: 'Al', phone: '123', work_email: 'AL@Example.test', job_title: null };
    const { result, events, audit } = await recordedBy(service, org_id, () => patch(employee.id, body));
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject({ ...body, work_email: 'al@example.test', hire_date: '2024-01-01' });
    expect(events).toEqual([`employee.post_update ${employee.id}`]);
    expect(audit).toMatchObject([
      {
        before: { job_title: 'Analyst', phone: null },
        after: { job_title: null, phone: '123', work_email: 'al@example.test' },
      },
    ]);
  });

  it.each([
    'team_id',
    'manager_id',
    'status',
    'hire_date',
    'end_date',
    'employment_type',
    'fte',
    'position_id',
    'original_hire_date',
    'employee_number',
    'user_id',
    'id',
  ])('rejects %s with 422', async (field) => {
    const employee = await hire();
    const { result, ...recorded } = await recordedBy(service, org_id, () =>
      patch(employee.id, { [field]: null }),
    );
    expect(result.status).toBe(422);
    expect(Object.keys(result.body.details.fieldErrors)).toEqual([field]);
    expect(recorded).toEqual(nothing);
  });

  it('names the endpoint that changes a dated field', async () => {
    const employee = await hire();
    const fieldErrors = async (body: object) => (await patch(employee.id, body)).body.details.fieldErrors;
    expect(await fieldErrors({ team_id: 1, fte: '0.5' })).toEqual({
      team_id: ['Can only be changed by a dated change; use POST /employees/:id/changes'],
      fte: ['Can only be changed by a dated change; use POST /employees/:id/changes'],
    });
    for (const field of ['salary', 'constructor'])
      expect(await fieldErrors({ [field]: 1 })).toEqual({ [field]: ['Is unknown or cannot be set'] });
  });

  it('lets employees update their own self-service fields only', async () => {
    const client = await service.newUser(owner, ['employee']);
    const self = await hire({ user_id: client.user.id });
    const other = await hire();
    expect((await patch(self.id, { preferred_name: 'Me', phone: '1' }, client)).status).toBe(200);
    for (const body of [{ job_title: 'Boss' }, { phone: '2', work_email: 'me@example.test' }]) {
      const { result, ...recorded } = await recordedBy(service, org_id, () => patch(self.id, body, client));
      expect(result.status).toBe(403);
      expect(recorded).toMatchObject(refused);
    }
    expect((await owner.call('GET', `/employees/${self.id}`)).body.phone).toBe('1');
    expect((await patch(other.id, { phone: '1' }, client)).status).toBe(403);
    expect((await patch(999_999, { phone: '1' }, client)).status).toBe(404);
  });
});

describe('DELETE /employees/:id', () => {
  it('deletes the employee and ends their memberships', async () => {
    const home = (await owner.call('POST', '/teams', { name: 'Home' })).body;
    const squad = (await owner.call('POST', '/teams', { name: 'Squad' })).body;
    const employee = await hire({ team_id: home.id });
    await owner.call('POST', `/teams/${squad.id}/members`, { employee_id: employee.id });
    const work = () => owner.call('DELETE', `/employees/${employee.id}`);
    const { result, events, audit } = await recordedBy(service, org_id, work);
    expect([result.status, result.body]).toEqual([204, null]);
    const [first, ...rest] = events;
    expect(first).toBe(`employee.post_archive ${employee.id}`);
    expect(rest.sort()).toEqual([`team.member_left ${home.id}`, `team.member_left ${squad.id}`].sort());
    expect(audit.map((entry) => entry.resource)).toEqual(['employee', 'team_member', 'team_member']);
    expect((await owner.call('GET', `/employees/${employee.id}`)).status).toBe(404);
    expect((await patch(employee.id, { phone: '1' })).status).toBe(404);
    expect((await work()).status).toBe(404);
    for (const team of [home, squad])
      expect((await owner.call('DELETE', `/teams/${team.id}`)).status).toBe(204);
  });

  it('is rejected with 422 while the employee has reports', async () => {
    const boss = await hire();
    const report = await hire({ manager_id: boss.id });
    const { result, ...recorded } = await recordedBy(service, org_id, () =>
      owner.call('DELETE', `/employees/${boss.id}`),
    );
    expect(result.body.details.fieldErrors).toEqual({ id: ['Still has 1 direct report'] });
    expect(recorded).toEqual(nothing);
    await owner.call('DELETE', `/employees/${report.id}`);
    expect((await owner.call('DELETE', `/employees/${boss.id}`)).status).toBe(204);
  });

  it('leaves no report without a manager when a hire is concurrent', async () => {
    for (let round = 0; round < 5; round += 1) {
      const boss = await hire();
      const report = { first_name: 'R', last_name: 'R', hire_date: '2024-01-01', manager_id: boss.id };
      const answers = await Promise.all([
        owner.call('DELETE', `/employees/${boss.id}`),
        owner.call('POST', '/employees', report),
      ]);
      expect([
        [204, 422],
        [422, 201],
      ]).toContainEqual(answers.map((answer) => answer.status));
    }
  });

  it('changes nothing if its last step fails', async () => {
    const team = (await owner.call('POST', '/teams', { name: 'Unlucky' })).body;
    const employee = await hire({ team_id: team.id });
    await withFailingMemberships(async () => {
      const { result, ...recorded } = await recordedBy(service, org_id, () =>
        owner.call('DELETE', `/employees/${employee.id}`),
      );
      expect(result.status).toBe(500);
      expect(recorded).toEqual(nothing);
    });
    expect((await owner.call('GET', `/employees/${employee.id}`)).status).toBe(200);
  });

  it('is rejected with 403 for admins, managers and employees', async () => {
    const employee = await hire();
    for (const role of ['admin', 'manager', 'employee']) {
      const client = await service.newUser(owner, [role]);
      expect((await client.call('DELETE', `/employees/${employee.id}`)).status).toBe(403);
    }
    const stranger = await service.newOrganization();
    expect((await stranger.call('DELETE', `/employees/${employee.id}`)).status).toBe(404);
  });
});

describe('row scope of employees', () => {
  it('includes own row, reports or team, depending on the scope of the role', async () => {
    await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
    const client = await service.newUser(owner, ['bare']);
    const team = (await owner.call('POST', '/teams', { name: 'Scoped' })).body;
    // Suspended: an active employee with reports would get the manager role, which can read all employees.
    const self = await hire({ user_id: client.user.id, team_id: team.id, status: 'suspended' });
    const colleague = await hire({ team_id: team.id });
    const report = await hire({ manager_id: self.id });
    const below = await hire({ manager_id: report.id });
    const seen: Record<string, object[]> = { own: [self], reports: [report, below], team: [self, colleague] };
    for (const [scope, rows] of Object.entries(seen)) {
      const permissions = [{ permission: 'employee:read', scopes: [scope] }];
      const role = (await owner.call('POST', '/roles', { code: `sees_${scope}`, name: scope, permissions }))
        .body;
      const grant = (await owner.call('POST', '/grants', { user_id: client.user.id, role_id: role.id })).body;
      const list = (await client.call('GET', '/employees')).body;
      expect(list.data.map((row: { id: number }) => row.id).sort()).toEqual(
        rows.map((row) => (row as { id: number }).id).sort(),
      );
      expect(list.total).toBe(rows.length);
      for (const row of [self, colleague, report, below]) {
        const expected = rows.includes(row) ? 200 : 404;
        expect((await client.call('GET', `/employees/${row.id}`)).status).toBe(expected);
      }
      await owner.call('DELETE', `/grants/${grant.id}`);
    }
  });
});

describe('GET /employees', () => {
  it('filters by team, manager, status and text', async () => {
    const team = (await owner.call('POST', '/teams', { name: 'Filtered' })).body;
    const boss = await hire({ last_name: 'Zuse', team_id: team.id });
    const one = await hire({
      last_name: 'Noether',
      manager_id: boss.id,
      team_id: team.id,
      status: 'on_leave',
    });
    const ids = async (query: string) =>
      (await owner.call('GET', `/employees?${query}`)).body.data.map((row: { id: number }) => row.id);
    expect(await ids(`team_id=${team.id}`)).toEqual([one.id, boss.id]);
    expect(await ids(`manager_id=${boss.id}`)).toEqual([one.id]);
    expect(await ids(`team_id=${team.id}&status=active`)).toEqual([boss.id]);
    expect(await ids('q=ada%20noeth')).toEqual([one.id]);
    expect(await ids(`q=${one.employee_number}`)).toEqual([one.id]);
    expect(await ids('q=100%25')).toEqual([]);
    for (const query of ['team_id=x', 'status=gone', 'manager_id=0', 'q=']) {
      expect((await owner.call('GET', `/employees?${query}`)).status).toBe(422);
    }
  });
});

/** Makes every update of memberships fail while `work` runs. */
async function withFailingMemberships(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'simulated failure'; end $$;
    create trigger fail before update on team_members for each statement execute function fail()`);
  await work().finally(() => client.query('drop trigger fail on team_members').finally(() => client.end()));
}
