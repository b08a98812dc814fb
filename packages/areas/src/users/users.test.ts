import { type Client, startService, type TestService, testPassword } from '@wfp/api/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nothing, recordedBy } from '../testing/recorded.ts';

let service: TestService;
let owner: Client;
let hr: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

let counter = 0;
const person = (changes: object = {}) => {
  counter += 1;
  return {
    email: `person${counter}@example.test`,
    first_name: 'Pia',
    last_name: `Person ${counter}`,
    ...changes,
  };
};
const create = (changes: object = {}, by = owner) => by.call('POST', '/users', person(changes));
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const roleId = async (code: string, of = owner): Promise<number> =>
  (await of.call('GET', '/roles?limit=100')).body.data.find((role: { code: string }) => role.code === code)
    .id;

describe('GET /users/me', () => {
  it('says who, where and in which roles, and never the password', async () => {
    const { body } = await employee.call('GET', '/users/me');
    expect(body).toMatchObject({
      ...{ id: employee.user.id, org_id: owner.user.org_id },
      roles: ['employee'],
      employee_id: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/password|hash|argon/);
  });

  it('knows the employee behind the user', async () => {
    const user = await service.newUser(owner, ['employee']);
    const hire = { first_name: 'Eva', last_name: 'E', hire_date: '2025-01-01', user_id: user.user.id };
    const { body } = await owner.call('POST', '/employees', hire);
    expect((await user.call('GET', '/users/me')).body.employee_id).toBe(body.id);
  });

  it('needs no role', async () => {
    const nobody = await service.newUser(owner, []);
    expect((await nobody.call('GET', '/users/me')).body.roles).toEqual([]);
    expect((await nobody.call('GET', '/users/me/permissions')).body).toEqual({ data: [], total: 0 });
    expect((await nobody.call('GET', '/users')).status).toBe(403);
  });
});

describe('POST /users', () => {
  it('makes a user with roles who can sign in', async () => {
    const role_ids = [await roleId('manager'), await roleId('viewer'), await roleId('viewer')];
    const { result, events, audit, outbox } = await recorded(() =>
      create({ password: testPassword, role_ids, email: ' Pia.P@Example.TEST' }),
    );
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      email: 'pia.p@example.test',
      status: 'active',
      created_by: owner.user.id,
    });
    expect(events.map((event) => event.split(' ')[0])).toEqual([
      'user.post_create',
      'grant.post_create',
      'grant.post_create',
    ]);
    expect([audit.length, outbox]).toEqual([3, 3]);
    expect(JSON.stringify([audit, result.body])).not.toMatch(/password_hash|argon/);
  });

  it('invites one without a password, who cannot sign in yet', async () => {
    const { body } = await create();
    expect(body.status).toBe('invited');
  });

  it('refuses an address that is taken, whatever its capitals, and leaves nothing', async () => {
    const { email } = (await create()).body;
    const { result, ...left } = await recorded(() => create({ email: email.toUpperCase() }));
    expect([result.status, result.body.details.fieldErrors]).toEqual([422, { email: ['Is already taken'] }]);
    expect(left).toEqual(nothing);
    const stranger = await service.newOrganization();
    expect((await create({ email }, stranger)).status).toBe(201);
  });

  it('gives an address to one of many who ask at once', async () => {
    const { email } = person();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ email })));
    expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it('refuses a weak password and roles of nobody or of others, and leaves nothing', async () => {
    const stranger = await service.newOrganization();
    const foreign = await roleId('viewer', stranger);
    const attempts: [object, string][] = [
      [{ password: 'password1234' }, 'password'],
      [{ password: 'short' }, 'password'],
      [{ role_ids: [foreign] }, 'role_ids'],
      [{ role_ids: [2_147_483_647] }, 'role_ids'],
      [{ role_ids: [await roleId('viewer'), foreign] }, 'role_ids'],
      [{ email: 'not an address' }, 'email'],
      [{ first_name: '  ' }, 'first_name'],
      [{ status: 'active' }, 'status'],
      [{ is_service: true }, 'is_service'],
    ];
    for (const [changes, field] of attempts) {
      const { result, ...left } = await recorded(() => create(changes));
      expect([changes, result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([
        changes,
        422,
        [field],
      ]);
      expect(left).toEqual(nothing);
    }
  });

  it('needs the right to create users', async () => {
    for (const role of ['employee', 'manager', 'viewer', 'auditor']) {
      expect((await create({}, await service.newUser(owner, [role]))).status).toBe(403);
    }
  });

  it.each(['owner', 'admin', 'manager'])(
    'keeps hr from making a user with the wider role %s',
    async (code) => {
      const { result, ...left } = await recorded(async () => create({ role_ids: [await roleId(code)] }, hr));
      expect(result.status).toBe(403);
      expect(left).toEqual(nothing);
    },
  );

  it('keeps hr, who may not grant, from appointing hr by making a user', async () => {
    expect((await create({ role_ids: [await roleId('hr')] }, hr)).status).toBe(403);
    expect((await create({ role_ids: [await roleId('hr')] })).status).toBe(201);
  });

  it('lets hr make users whose roles others give', async () => {
    expect((await create({}, hr)).status).toBe(201);
    expect((await create({ role_ids: [await roleId('viewer')] }, hr)).status).toBe(403);
  });
});

describe('GET /users', () => {
  it('finds by part of a name or address, taking % and _ for what they are', async () => {
    const stranger = await service.newOrganization();
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

  it('pages without gap or twin and counts the whole', async () => {
    const stranger = await service.newOrganization();
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
});
