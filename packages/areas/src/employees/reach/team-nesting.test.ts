import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let squad: number;
/** An employee whose primary team is the squad. */
let mate: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  people = peopleOf(owner);
  squad = await team('Squad');
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

describe('placing a team with employees or positions below another', () => {
  let home: number;
  beforeEach(async () => {
    home = await team('Home');
  });
  /** Returns a user whose primary team is `home`. */
  async function memberWith(map: Record<string, string[]>): Promise<Client> {
    await newRole('mover', { 'team:read': ['org'], 'team:manage': ['org'], ...map });
    const by = await service.newUser(owner, ['mover']);
    await people.hire({ user_id: by.user.id, team_id: home });
    return by;
  }
  const move = (by: Client, id: number, parent_id = home) =>
    recordedBy(service, owner.user.org_id, () => by.call('POST', `/teams/${id}/move`, { parent_id }));
  const denied = (message: unknown) => ({
    result: expect.objectContaining({ status: 403, body: expect.objectContaining({ error: message }) }),
    events: [],
    outbox: 0,
  });
  const forEmployees =
    'Requires employee_change:update on all employees of the team and of the teams below it, deleted ones included';
  const forEmployee = expect.stringMatching(
    /^Requires employee:\w+ on all employees of the team and of the teams below it, deleted ones included$/,
  );
  const forPositions =
    'Requires position:update on all positions of the team and of the teams below it, deleted ones included';

  it('requires the right to give each employee another primary team', async () => {
    const by = await memberWith({ 'employee:read': ['org'], 'employee:update': ['team'] });
    const above = await team('Above');
    await owner.call('POST', `/teams/${squad}/move`, { parent_id: above });
    for (const id of [squad, above]) expect(await move(by, id)).toMatchObject(denied(forEmployees));
    const merge = await by.call('POST', `/teams/${squad}/merge`, { into_id: home });
    expect(merge.status).toBe(403);
    expect((await by.call('PATCH', `/employees/${mate}`, { job_title: 'Taken' })).status).toBe(403);
    expect((await move(by, await team('Empty'))).result.status).toBe(200);
    expect((await move(await service.newUser(owner, ['hr']), squad)).result.status).toBe(200);
  });

  it('also counts deleted employees', async () => {
    const by = await memberWith({ 'employee:manage': ['team'] });
    expect((await owner.call('DELETE', `/employees/${mate}`)).status).toBe(204);
    expect(await move(by, squad)).toMatchObject(denied(forEmployees));
  });

  it('allows it within the teams on whose employees the user has the right', async () => {
    const by = await memberWith({ 'employee_change:update': ['team'], 'position:update': ['team'] });
    const [crew, other] = [await team('Crew', home), await team('Other', home)];
    await people.hire({ team_id: crew });
    await created('/positions', { title: 'Seat', code: 'SEAT', team_id: crew });
    expect((await move(by, crew, other)).result.status).toBe(200);
    expect((await move(by, crew, home)).result.status).toBe(200);
    expect(await move(by, squad)).toMatchObject(denied(forEmployees));
  });

  it('requires the permissions that users of the teams above get there', async () => {
    const rights = {
      'employee_change:manage': ['org'],
      'position:update': ['org'],
      'employee:read': ['org'],
    };
    const by = await memberWith({ ...rights, 'employee:manage': ['team'] });
    const plain = await service.newUser(owner, []);
    await newRole('plain', { ...rights, 'team:manage': ['org'] });
    const { data } = (await owner.call('GET', '/roles?q=plain')).body;
    await created('/grants', { user_id: plain.user.id, role_id: data[0].id });
    for (const one of [by, plain]) {
      for (const [act, field] of [
        ['move', 'parent_id'],
        ['merge', 'into_id'],
        ['archive', 'move_to'],
      ] as const) {
        const { result, ...recorded } = await recordedBy(service, owner.user.org_id, () =>
          one.call('POST', `/teams/${squad}/${act}`, { [field]: home }),
        );
        expect([act, { result, ...recorded }]).toMatchObject([act, denied(forEmployee)]);
      }
    }
    expect((await by.call('PATCH', `/employees/${mate}`, { job_title: 'Taken' })).status).toBe(403);
    const apart = await team('Apart');
    expect((await move(plain, squad, apart)).result.status).toBe(200);
    const planned = { kind: 'team', effective_date: day(30), set: { team_id: apart } };
    const member = (await people.get(`/employees?team_id=${home}`)).data[0].id;
    await owner.call('POST', `/teams/${squad}/move`, { parent_id: null });
    expect((await owner.call('POST', `/employees/${member}/changes`, planned)).status).toBe(201);
    expect(await move(plain, squad, apart)).toMatchObject(denied(forEmployee));
    expect((await move(await service.newUser(owner, ['hr']), squad)).result.status).toBe(200);
  });

  it('requires the permissions on private data that users of the teams above get there', async () => {
    const rights = {
      'employee_change:manage': ['org'],
      'position:manage': ['org'],
      'employee:manage': ['org'],
    };
    const by = await memberWith({ ...rights, 'employee_private:read': ['team'] });
    await owner.call('PATCH', `/employees/${mate}/private`, { national_id: 'A1' });
    const forPrivateData =
      'Requires employee_private:read on all employees of the team and of the teams below it, deleted ones included';
    expect(await move(by, squad)).toMatchObject(denied(forPrivateData));
    expect((await by.call('GET', `/employees/${mate}/private`)).status).toBe(404);
  });

  it('covers every resource for whose rows only primary teams count', () => {
    const guarded = ['employees', 'employee_changes', 'positions'];
    const tables = [...service.platform.access.resources.values()].flatMap(({ rows }) =>
      rows?.owners({ org_id: 1, user_id: 1, employee_id: 1 }).byPrimaryTeam ? [rows.table] : [],
    );
    expect(new Set(tables)).toEqual(new Set(guarded));
  });

  it('counts deleted employees of deleted teams below', async () => {
    const by = await memberWith({ 'employee:manage': ['team'] });
    const above = await team('Above');
    const gone = await team('Gone', await team('Gone, too', above));
    const { id } = await people.hire({ team_id: gone });
    expect((await owner.call('DELETE', `/employees/${id}`)).status).toBe(204);
    const between = (await owner.call('GET', `/teams/${gone}`)).body.parent_id;
    for (const one of [gone, between]) expect((await owner.call('DELETE', `/teams/${one}`)).status).toBe(204);
    expect(await move(by, above)).toMatchObject(denied(forEmployees));
    for (const one of [between, gone])
      expect((await owner.call('POST', `/teams/${one}/restore`)).status).toBe(200);
    expect((await by.call('GET', '/employees?deleted=true')).body.data).toEqual([]);
  });

  it('requires no such right to move a team up', async () => {
    const by = await memberWith({});
    const crew = await team('Crew', await team('Between', home));
    await people.hire({ team_id: crew });
    expect((await move(by, crew)).result.status).toBe(200);
  });

  it('requires the right to change each position', async () => {
    const by = await memberWith({ 'position:archive': ['team'] });
    const empty = await team('Planned');
    await created('/positions', { title: 'Seat', code: 'SEAT', team_id: empty });
    expect(await move(by, empty)).toMatchObject(denied(forPositions));
    const merge = await by.call('POST', `/teams/${empty}/merge`, { into_id: home });
    expect([merge.status, merge.body.error]).toEqual([403, forPositions]);
  });
});
