import { AppError } from '@wfp/shared';
import { Prisma, writeInTransaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedInCaller } from '../testing/signed-in-caller.ts';
import { requireTeamGrantAuthority } from './team-grants.service.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let admin: Client;
const roles: Record<string, number> = {};
let counter = 0;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  admin = await service.newUser(owner, ['admin']);
  for (const role of (await owner.call('GET', '/roles?limit=100')).body.data) roles[role.code] = role.id;
});
afterAll(() => service.stop());

const created = async (path: string, body: object): Promise<any> => {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body;
};
const newTeam = async (parent_id: number | null = null): Promise<number> => {
  counter += 1;
  return (await created('/teams', { name: `Team ${counter}`, parent_id })).id;
};
/** A user with the role hr and with another role for a team. */
async function hrOf(team_id: number, role = 'admin', fields: object = {}): Promise<Client> {
  const hr = await service.newUser(owner, ['hr']);
  const grant = { user_id: hr.user.id, role_id: roles[role], scope: 'team', team_id, ...fields };
  await created('/grants', grant);
  return hr;
}
const parentOf = async (id: number) => (await owner.call('GET', `/teams/${id}`)).body.parent_id;
const move = (by: Client, id: number, parent_id: number | null) =>
  by.call('POST', `/teams/${id}/move`, { parent_id });

/** Expects 403, and that nothing but the denial was recorded. */
async function expectDenied(work: () => ReturnType<Client['call']>): Promise<string> {
  const { result, events, audit } = await recordedBy(service, owner.user.org_id, work);
  expect([result.status, events, audit.map((entry) => [entry.before, entry.after])]).toEqual([
    403,
    [],
    [[null, null]],
  ]);
  return JSON.stringify(result.body);
}

describe('placing a team below a team for which a role is granted', () => {
  it('requires the authority to grant that role for the team', async () => {
    const [upper, other] = [await newTeam(), await newTeam()];
    const hr = await hrOf(upper);
    const task = (await created('/tasks', { title: 'Theirs', assigned_team_id: other })).id;
    const name = (await owner.call('GET', `/teams/${upper}`)).body.name;
    expect(await expectDenied(() => move(hr, other, upper))).toContain(
      `Would extend the role admin that is granted for the team ${name}: Requires grant:create`,
    );
    await expectDenied(() => hr.call('PATCH', `/teams/${other}`, { parent_id: upper }));
    expect(await parentOf(other)).toBeNull();
    expect((await hr.call('DELETE', `/tasks/${task}`)).status).toBe(403);
    expect((await move(admin, other, upper)).status).toBe(200);
    expect((await hr.call('DELETE', `/tasks/${task}`)).status).toBe(204);
  });

  it('counts grants for teams above, and those that start later or end', async () => {
    const top = await newTeam();
    const below = await newTeam(top);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const hr = await hrOf(top, 'viewer', { starts_at: day(1), ends_at: day(2) });
    const other = await newTeam();
    await expectDenied(() => move(hr, other, below));
    expect((await move(admin, other, below)).status).toBe(200);
  });

  it('requires the authority for as long as the last of several grants of a role', async () => {
    const [upper, one, two] = [await newTeam(), await newTeam(), await newTeam()];
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const temporary = await service.newUser(owner, ['employee']);
    const period = { ends_at: day(2) };
    await created('/grants', { user_id: temporary.user.id, role_id: roles.admin, ...period });
    await hrOf(upper, 'admin', { ends_at: day(1) });
    expect((await move(temporary, one, upper)).status).toBe(200);
    await hrOf(upper, 'admin', { ends_at: day(3) });
    await hrOf(upper, 'admin', period);
    await expectDenied(() => move(temporary, two, upper));
    expect((await move(admin, two, upper)).status).toBe(200);
  });

  it('does not count grants that were ended or have expired', async () => {
    const [upper, other] = [await newTeam(), await newTeam()];
    const hr = await service.newUser(owner, ['hr']);
    const grant = (role: string) =>
      created('/grants', {
        ...{ user_id: hr.user.id, role_id: roles[role], scope: 'team', team_id: upper },
        ends_at: '2099-01-01T00:00:00Z',
      });
    const [ended, expired] = [await grant('admin'), await grant('viewer')];
    await owner.call('DELETE', `/grants/${ended.id}`);
    await expectDenied(() => move(hr, other, upper));
    await executeOperational(
      service.platform,
      sql`update grants set ends_at = now() where org_id = ${owner.user.org_id} and id = ${expired.id} returning id`,
    );
    expect((await move(hr, other, upper)).status).toBe(200);
  });

  it('does not count the permissions that the caller has for that team only', async () => {
    const [upper, other] = [await newTeam(), await newTeam()];
    await created('/roles', {
      ...{ code: 'organizer', name: 'Organizer' },
      permissions: [
        { permission: 'team:manage', scopes: ['org'] },
        { permission: 'grant:manage', scopes: ['org'] },
      ],
    });
    const organizer = await service.newUser(owner, ['organizer']);
    await created('/grants', {
      ...{ user_id: organizer.user.id, role_id: roles.admin, scope: 'team', team_id: upper },
    });
    expect(await expectDenied(() => move(organizer, other, upper))).toContain('employee:create');
  });

  it('is possible with an API key only where no role is granted', async () => {
    const [upper, free, other] = [await newTeam(), await newTeam(), await newTeam()];
    await hrOf(upper, 'viewer');
    const { key } = await created('/api-keys', { name: 'Teams', permissions: ['team:read', 'team:update'] });
    const byKey = createTestClient(service.url, { access_token: key, user: owner.user });
    await expectDenied(() => move(byKey, other, upper));
    expect((await move(byKey, other, free)).status).toBe(200);
    const wide = await created('/api-keys', { name: 'All' });
    const byWideKey = createTestClient(service.url, { access_token: wide.key, user: owner.user });
    expect(await expectDenied(() => move(byWideKey, other, upper))).toContain(
      'An API key cannot create grants',
    );
  });

  it('is not restricted where no grant becomes wider', async () => {
    const upper = await newTeam();
    const [one, two] = [await newTeam(upper), await newTeam(upper)];
    const hr = await hrOf(upper);
    expect((await move(hr, one, two)).status).toBe(200);
    expect((await move(hr, one, null)).status).toBe(200);
    const made = await hr.call('POST', '/teams', { name: 'New and empty', parent_id: upper });
    expect(made.status).toBe(201);
    expect((await hr.call('DELETE', `/teams/${made.body.id}`)).status).toBe(204);
    expect((await hr.call('POST', `/teams/${made.body.id}/restore`)).status).toBe(200);
    const task = (await created('/tasks', { title: 'Moved', assigned_team_id: one })).id;
    expect((await admin.call('PATCH', `/tasks/${task}`, { assigned_team_id: upper })).status).toBe(200);
    await owner.call('PATCH', `/tasks/${task}`, { assigned_team_id: one });
    expect((await hr.call('PATCH', `/teams/${one}`, { name: 'Renamed' })).status).toBe(200);
  });
});

describe('requireTeamGrantAuthority', () => {
  it.each([new Error('Broken'), new AppError('unavailable', 'Broken')])('fails if %s', async (error) => {
    const [upper, other] = [await newTeam(), await newTeam()];
    await hrOf(upper, 'viewer');
    const rowScopeFor = () => {
      throw error;
    };
    const caller = { ...createSignedInCaller(service, owner, []), rowScopeFor };
    const check = writeInTransaction(caller, (tx) =>
      requireTeamGrantAuthority(tx, caller, { team_id: other, below: upper }),
    );
    await expect(check).rejects.toThrow('Broken');
  });
});

describe('moving all records of a team to a team for which a role is granted', () => {
  it.each([
    ['merge', 'into_id'],
    ['archive', 'move_to'],
  ])('requires the authority to grant that role for the team: %s', async (act, field) => {
    const [upper, other] = [await newTeam(), await newTeam()];
    const target = await newTeam(upper);
    const child = await newTeam(other);
    const hr = await hrOf(upper);
    const task = (await created('/tasks', { title: 'Theirs', assigned_team_id: other })).id;
    const dissolve = (by: Client) => by.call('POST', `/teams/${other}/${act}`, { [field]: target });
    await expectDenied(() => dissolve(hr));
    expect([await parentOf(child), (await hr.call('DELETE', `/tasks/${task}`)).status]).toEqual([other, 403]);
    expect((await dissolve(admin)).status).toBe(200);
    expect(await parentOf(child)).toBe(target);
    const [from, into] = [await newTeam(upper), await newTeam(upper)];
    expect((await hr.call('POST', `/teams/${from}/${act}`, { [field]: into })).status).toBe(200);
  });
});
