import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let team: number;
let subteam: number;
let outside: number;
const roles: Record<string, number> = {};
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  for (const role of (await owner.call('GET', '/roles?limit=100')).body.data) roles[role.code] = role.id;
  team = await makeTeam('Sales');
  subteam = await makeTeam('Sales North', team);
  outside = await makeTeam('Kitchen');
});
afterAll(() => service.stop());

const makeTeam = async (name: string, parent_id?: number): Promise<number> =>
  (await owner.call('POST', '/teams', { name, ...(parent_id ? { parent_id } : {}) })).body.id;
const makeTask = async (body: object): Promise<number> =>
  (await owner.call('POST', '/tasks', { title: 'Task', ...body })).body.id;
async function userWithGrant(role: string, more: object): Promise<Client> {
  const user = await service.newUser(owner, ['bare']);
  const { status } = await owner.call('POST', '/grants', {
    user_id: user.user.id,
    role_id: roles[role],
    ...more,
  });
  expect(status).toBe(201);
  return user;
}

describe('a grant for one team', () => {
  it('includes the rows of the team and its subteams', async () => {
    const user = await userWithGrant('admin', { scope: 'team', team_id: team });
    const ours = await makeTask({ assigned_team_id: team });
    const lower = await makeTask({ assigned_team_id: subteam });
    const theirs = await makeTask({ assigned_team_id: outside });
    const unassigned = await makeTask({});
    const { body } = await user.call('GET', '/tasks?limit=100');
    expect(body.data.map((task: { id: number }) => task.id).sort()).toEqual([ours, lower].sort());
    expect((await user.call('PATCH', `/tasks/${lower}`, { title: 'Changed' })).status).toBe(200);
    for (const id of [theirs, unassigned]) {
      expect((await user.call('GET', `/tasks/${id}`)).status).toBe(404);
      expect((await user.call('DELETE', `/tasks/${id}`)).status).toBe(404);
    }
  });

  it('includes a team that becomes a subteam', async () => {
    const user = await userWithGrant('viewer', { scope: 'team', team_id: outside });
    const moved = await makeTeam('Sales South', team);
    const task = await makeTask({ assigned_team_id: moved });
    expect((await user.call('GET', `/tasks/${task}`)).status).toBe(404);
    await owner.call('PATCH', `/teams/${moved}`, { parent_id: outside });
    expect((await user.call('GET', `/tasks/${task}`)).status).toBe(200);
  });

  it('cannot grant a role beyond its team', async () => {
    const user = await userWithGrant('admin', { scope: 'team', team_id: team });
    const other = await service.newUser(owner, ['bare']);
    const grant = { user_id: other.user.id, role_id: roles.viewer };
    expect((await user.call('POST', '/grants', grant)).status).toBe(403);
  });
});

const organizationWide: [string, string, object?][] = [
  ['GET', '/audit-log'],
  ['GET', '/webhooks'],
  ['POST', '/webhooks', { url: 'http://localhost:9/hook' }],
];

describe('operations without team or own scope', () => {
  it.each(organizationWide)('%s %s is forbidden with a grant for one team', async (method, path, body) => {
    const user = await userWithGrant('admin', { scope: 'team', team_id: team });
    expect((await user.call(method, path, body)).status).toBe(403);
  });

  it.each(organizationWide)('%s %s is forbidden with a grant for own rows', async (method, path, body) => {
    const user = await userWithGrant('admin', { scope: 'own' });
    expect((await user.call(method, path, body)).status).toBe(403);
  });

  it('creating users requires an unrestricted grant', async () => {
    const person = { email: 'new@example.test', first_name: 'N', last_name: 'N' };
    for (const more of [{ scope: 'team', team_id: team }, { scope: 'own' }]) {
      expect((await (await userWithGrant('admin', more)).call('POST', '/users', person)).status).toBe(403);
    }
  });
});

describe('a grant for own rows', () => {
  it('includes only own rows', async () => {
    const user = await userWithGrant('admin', { scope: 'own' });
    const mine = await makeTask({ assigned_to: user.user.id });
    const theirs = await makeTask({ assigned_to: owner.user.id });
    expect((await user.call('GET', `/tasks/${mine}`)).status).toBe(200);
    expect((await user.call('GET', `/tasks/${theirs}`)).status).toBe(404);
    const users = await user.call('GET', '/users');
    expect(users.body.data.map((one: { id: number }) => one.id)).toEqual([user.user.id]);
    const grants = await user.call('GET', '/grants');
    expect(grants.body.data.every((one: { user_id: number }) => one.user_id === user.user.id)).toBe(true);
  });
});

describe('two grants', () => {
  it('add up', async () => {
    const user = await userWithGrant('viewer', { scope: 'own' });
    const task = await makeTask({ assigned_team_id: subteam });
    expect((await user.call('GET', `/tasks/${task}`)).status).toBe(404);
    const more = { user_id: user.user.id, role_id: roles.admin, scope: 'team', team_id: subteam };
    expect((await owner.call('POST', '/grants', more)).status).toBe(201);
    expect((await user.call('GET', `/tasks/${task}`)).status).toBe(200);
    expect((await user.call('GET', '/users/me')).body.roles).toEqual(['admin', 'bare', 'viewer']);
  });
});
