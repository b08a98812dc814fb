import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
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

const newTeam = async (fields: object = {}) => {
  counter += 1;
  return (await owner.call('POST', '/teams', { name: `Team ${counter}`, ...fields })).body;
};
const newEmployee = async (fields: object = {}) =>
  (
    await owner.call('POST', '/employees', {
      first_name: 'Ada',
      last_name: 'L',
      hire_date: '2024-01-01',
      ...fields,
    })
  ).body;
const patch = (id: number, body: object, by = owner) => by.call('PATCH', `/teams/${id}`, body);

describe('PATCH /teams/:id', () => {
  it('returns the row and records the changes in the audit log', async () => {
    const team = await newTeam();
    const work = () => patch(team.id, { description: 'What we do', color: '#00ff00' });
    const { result, events, audit } = await recordedBy(service, org_id, work);
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject({
      ...team,
      description: 'What we do',
      color: '#00ff00',
      updated_at: expect.any(String),
    });
    expect(events).toEqual([`team.post_update ${team.id}`]);
    expect(audit).toMatchObject([
      {
        action: 'update',
        before: { description: '', color: null },
        after: { description: 'What we do', color: '#00ff00' },
      },
    ]);
  });

  it('keeps the slug when the name changes', async () => {
    const team = await newTeam();
    expect((await patch(team.id, { name: 'Renamed' })).body.slug).toBe(team.slug);
  });

  it('moves a team below another, and to the top again', async () => {
    const [parent, child] = [await newTeam(), await newTeam()];
    expect((await patch(child.id, { parent_id: parent.id })).body.parent_id).toBe(parent.id);
    expect((await patch(child.id, { parent_id: null })).body.parent_id).toBeNull();
  });

  it('rejects a cycle, itself as parent and too deep a tree', async () => {
    const top = await newTeam();
    const middle = await newTeam({ parent_id: top.id });
    const bottom = await newTeam({ parent_id: middle.id });
    for (const parent_id of [top.id, middle.id, bottom.id]) {
      const { result, ...recorded } = await recordedBy(service, org_id, () => patch(top.id, { parent_id }));
      expect(result.body.details.fieldErrors.parent_id).toEqual(['Must not be the team itself or below it']);
      expect(recorded).toEqual(nothing);
    }
    let deep = await newTeam();
    for (let level = 2; level <= 8; level += 1) deep = await newTeam({ parent_id: deep.id });
    expect((await patch(top.id, { parent_id: deep.id })).body.details.fieldErrors.parent_id[0]).toMatch(
      /10 levels/,
    );
    expect((await patch(middle.id, { parent_id: deep.id })).status).toBe(200);
  });

  it('lets one of two moves succeed that together would close a cycle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await newTeam(), await newTeam()];
      const [belowA, belowB] = [await newTeam({ parent_id: a.id }), await newTeam({ parent_id: b.id })];
      const moves = [patch(a.id, { parent_id: belowB.id }), patch(b.id, { parent_id: belowA.id })];
      const answers = await Promise.all(moves);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    }
  });

  it('rejects another kind while the team has members', async () => {
    const team = await newTeam({ kind: 'department' });
    await newEmployee({ team_id: team.id });
    expect((await patch(team.id, { kind: 'squad' })).body.details.fieldErrors).toHaveProperty('kind');
    expect((await patch(team.id, { kind: 'department' })).status).toBe(200);
  });

  it('requires an existing employee as lead', async () => {
    const team = await newTeam();
    const lead = await newEmployee();
    expect((await patch(team.id, { lead_employee_id: lead.id })).body.lead_employee_id).toBe(lead.id);
    expect((await owner.call('DELETE', `/employees/${lead.id}`)).body.details.fieldErrors.id).toEqual([
      'Still has 1 team to lead',
    ]);
    await patch(team.id, { lead_employee_id: null });
    expect((await owner.call('DELETE', `/employees/${lead.id}`)).status).toBe(204);
    expect((await patch(team.id, { lead_employee_id: lead.id })).body.details.fieldErrors).toHaveProperty(
      'lead_employee_id',
    );
  });

  it.each([{ slug: null }, { name: null }, { org_id: 1 }, { kind: null }])('rejects %j', async (body) => {
    const team = await newTeam();
    expect((await patch(team.id, body)).status).toBe(422);
  });
});

describe('DELETE /teams/:id', () => {
  it('deletes the team with one event', async () => {
    const team = await newTeam();
    const { result, events, audit } = await recordedBy(service, org_id, () =>
      owner.call('DELETE', `/teams/${team.id}`),
    );
    expect([result.status, result.body]).toEqual([204, null]);
    expect(events).toEqual([`team.post_archive ${team.id}`]);
    expect(audit).toMatchObject([{ action: 'archive', record_id: team.id, before: { deleted_at: null } }]);
    for (const method of ['GET', 'DELETE'])
      expect((await owner.call(method, `/teams/${team.id}`)).status).toBe(404);
    expect((await patch(team.id, { name: 'Ghost' })).status).toBe(404);
    expect((await owner.call('POST', `/teams/${team.id}/members`, { employee_id: 1 })).status).toBe(404);
  });

  it('rejects a team that rows refer to with 422, naming how many of each', async () => {
    const team = await newTeam();
    const employee = await newEmployee();
    const child = await newTeam({ parent_id: team.id });
    const member = (await owner.call('POST', `/teams/${team.id}/members`, { employee_id: employee.id })).body;
    const task = (await owner.call('POST', '/tasks', { title: 'Ours', assigned_team_id: team.id })).body;
    const position = (
      await owner.call('POST', '/positions', { title: 'Ours', code: 'OURS', team_id: team.id })
    ).body;
    const initiative = (
      await owner.call('POST', '/initiatives', {
        ...{ name: 'Ours', code: 'OURS', owner_employee_id: employee.id, team_id: team.id },
      })
    ).body;
    const { result, ...recorded } = await recordedBy(service, org_id, () =>
      owner.call('DELETE', `/teams/${team.id}`),
    );
    expect(result.status).toBe(422);
    expect(result.body.details.fieldErrors).toEqual({
      id: ['Still has 1 member, 1 child team, 1 initiative, 1 position, 1 open task'],
    });
    expect(recorded).toEqual(nothing);
    await owner.call('DELETE', `/teams/${child.id}`);
    await owner.call('DELETE', `/teams/${team.id}/members/${member.id}`);
    await owner.call('PATCH', `/tasks/${task.id}`, { status: 'done' });
    await owner.call('DELETE', `/initiatives/${initiative.id}`);
    expect(await owner.call('DELETE', `/teams/${team.id}`)).toMatchObject({
      status: 422,
      body: { details: { fieldErrors: { id: ['Still has 1 position'] } } },
    });
    await owner.call('DELETE', `/positions/${position.id}`);
    expect((await owner.call('DELETE', `/teams/${team.id}`)).status).toBe(204);
  });

  it('leaves no employee in a deleted team when a hire is concurrent', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await newTeam();
      const hire = { first_name: 'A', last_name: 'B', hire_date: '2024-01-01', team_id: team.id };
      const answers = await Promise.all([
        owner.call('DELETE', `/teams/${team.id}`),
        owner.call('POST', '/employees', hire),
      ]);
      expect([
        [204, 422],
        [422, 201],
      ]).toContainEqual(answers.map((answer) => answer.status));
    }
  });
});

describe('permissions on teams', () => {
  it('let a manager update their teams and child teams and read the others', async () => {
    const manager = await service.newUser(owner, ['manager']);
    const own = await newTeam({ kind: 'department' });
    const below = await newTeam({ parent_id: own.id });
    const other = await newTeam();
    await newEmployee({ user_id: manager.user.id, team_id: own.id });
    expect((await patch(own.id, { description: 'x' }, manager)).status).toBe(200);
    expect((await patch(below.id, { description: 'x' }, manager)).status).toBe(200);
    const refused = await recordedBy(service, org_id, () => patch(other.id, { description: 'x' }, manager));
    expect(refused.result.status).toBe(403);
    expect(refused.events).toEqual([]);
    expect((await manager.call('DELETE', `/teams/${own.id}`)).status).toBe(403);
    const stranger = await service.newOrganization();
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect(
        (await stranger.call(method, `/teams/${own.id}`, method === 'PATCH' ? { name: 'Z' } : undefined))
          .status,
      ).toBe(404);
    }
  });

  it('limit lists and totals to the scope team', async () => {
    const permissions = [{ permission: 'team:read', scopes: ['team'] }];
    await owner.call('POST', '/roles', { code: 'insider', name: 'Insider', permissions });
    const insider = await service.newUser(owner, ['insider']);
    const own = await newTeam();
    const other = await newTeam();
    const employee = await newEmployee({ user_id: insider.user.id });
    await owner.call('POST', `/teams/${own.id}/members`, { employee_id: employee.id });
    const list = await insider.call('GET', '/teams');
    expect(list.body).toMatchObject({ total: 1, data: [{ id: own.id }] });
    expect((await insider.call('GET', `/teams/${other.id}`)).status).toBe(404);
    expect((await insider.call('GET', `/teams/${other.id}/members`)).status).toBe(404);
  });
});
