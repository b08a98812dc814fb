import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, setOrganizationStatus } from '../testing/people.ts';

let service: TestService;
let owner: Client;
let employee: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

describe('GET /users/me', () => {
  it('returns user, organization and roles, without the password', async () => {
    const { body } = await employee.call('GET', '/users/me');
    expect(body).toMatchObject({
      ...{ id: employee.user.id, org_id: owner.user.org_id },
      roles: ['employee'],
      employee_id: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/password|hash|argon/);
  });

  it('returns the linked employee', async () => {
    const user = await service.newUser(owner, ['employee']);
    const hire = { first_name: 'Eva', last_name: 'E', hire_date: '2025-01-01', user_id: user.user.id };
    const { body } = await owner.call('POST', '/employees', hire);
    expect((await user.call('GET', '/users/me')).body.employee_id).toBe(body.id);
  });

  it('requires no role', async () => {
    const outsider = await service.newUser(owner, []);
    expect((await outsider.call('GET', '/users/me')).body.roles).toEqual([]);
    expect((await outsider.call('GET', '/users/me/permissions')).body).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
    expect((await outsider.call('GET', '/users')).status).toBe(403);
  });
});

describe('GET /users', () => {
  it('searches names and addresses, treating % and _ literally', async () => {
    const stranger = await service.newOrganization();
    await setOrganizationStatus(service, stranger, 'active');
    const made = [
      person({ first_name: 'Zoë', last_name: 'Quist', email: 'under_score@example.test' }),
      person({ first_name: 'Zed', last_name: '100% Quist' }),
      person({ first_name: 'Zed', last_name: 'Ba\\ckslash' }),
    ];
    for (const one of made) await stranger.call('POST', '/users', one);
    const found = async (q: string) => {
      const { body } = await stranger.call('GET', `/users?q=${encodeURIComponent(q)}`);
      expect(body.total).toBe(body.data.length);
      return body.data.map((user: { last_name: string }) => user.last_name);
    };
    expect(await found('quist')).toEqual(['100% Quist', 'Quist']);
    expect(await found('ZOË QUI')).toEqual(['Quist']);
    expect(await found('%')).toEqual(['100% Quist']);
    expect(await found('r_s')).toEqual(['Quist']);
    expect(await found('\\')).toEqual(['Ba\\ckslash']);
    expect(await found("'; drop table users; --")).toEqual([]);
  });

  it('pages without gaps and duplicates, and returns the total', async () => {
    const stranger = await service.newOrganization();
    await setOrganizationStatus(service, stranger, 'active');
    for (let index = 0; index < 5; index += 1)
      await stranger.call('POST', '/users', person({ last_name: 'Same' }));
    const seen: number[] = [];
    for (const offset of [0, 2, 4, 6]) {
      const { body } = await stranger.call('GET', `/users?limit=2&offset=${offset}`);
      expect(body.total).toBe(6);
      seen.push(...body.data.map((user: { id: number }) => user.id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([6, 6]);
    expect((await stranger.call('GET', '/users?status=invited')).body.total).toBe(5);
    expect((await stranger.call('GET', '/users?status=nosuch')).status).toBe(422);
  });

  it('filters by role, team and kind, and sorts', async () => {
    const by = await service.newOrganization();
    const ada = await service.newUser(by, ['viewer']);
    const bob = await service.newUser(by, ['manager', 'viewer']);
    const team = (await by.call('POST', '/teams', { name: 'Core', kind: 'department' })).body;
    const hire = { first_name: 'B', last_name: 'B', hire_date: '2025-01-01' };
    await by.call('POST', '/employees', { ...hire, user_id: bob.user.id, team_id: team.id });
    await by.call('POST', '/users', person({ is_service: true, role_ids: [], last_name: 'AAA' }));
    const ids = async (query: string) => {
      const { body } = await by.call('GET', `/users?${query}`);
      expect(body.total).toBe(body.data.length);
      return body.data.map((user: { id: number }) => user.id);
    };
    expect(await ids('role=viewer')).toEqual([ada.user.id, bob.user.id]);
    expect(await ids('role=manager')).toEqual([bob.user.id]);
    const unknown = await by.call('GET', '/users?role=nosuch');
    const role = ['No role has the code nosuch; see GET /roles'];
    expect([unknown.status, unknown.body.details.fieldErrors]).toEqual([422, { role }]);
    const exported = await by.call('POST', '/users/export', { filter: { role: 'nosuch' } });
    expect([exported.status, exported.body.details.fieldErrors]).toEqual([422, { 'filter.role': role }]);
    const past = (await by.call('POST', '/roles', { code: 'past', name: 'Past', permissions: [] })).body;
    await by.call('DELETE', `/roles/${past.id}`);
    expect(await ids('role=past')).toEqual([]);
    expect(await ids(`team_id=${team.id}`)).toEqual([bob.user.id]);
    expect(await ids('is_service=true')).toHaveLength(1);
    const emails = async (sort: string) =>
      (await by.call('GET', `/users?sort=${sort}`)).body.data.map((user: { email: string }) => user.email);
    expect(await emails('-email')).toEqual((await emails('email')).toReversed());
    for (const sort of ['name', '-name', 'created_at', '-created_at', 'last_login_at', '-last_login_at']) {
      expect(await ids(`sort=${sort}`)).toHaveLength(4);
    }
    await by.call('POST', `/users/${ada.user.id}/deactivate`, {});
    expect((await emails('status,-email')).toReversed()).toEqual([
      ada.user.email,
      ...(await emails('email')).filter((email: string) => email !== ada.user.email),
    ]);
    expect((await ids('sort=-status,created_at'))[0]).toBe(ada.user.id);
    expect((await by.call('GET', '/users?sort=password_hash')).status).toBe(422);
  });
});
