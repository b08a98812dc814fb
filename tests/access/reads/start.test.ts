import { type AccessRestriction, builtinRoles, restrictionMessages } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aboutRows, recordStatements } from '../../security/statements.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const start = (by: Client, headers = {}) => by.call('GET', '/users/me/start', undefined, headers);
const operations: Record<string, string> = {
  user: '/users/me',
  organization: '/organizations/current',
  permissions: '/users/me/permissions',
  settings: '/organizations/current/settings',
  preferences: '/users/me/preferences',
};

/** Expects each part to be what its operation returns, and null if the operation returns 403. */
async function expectSameAsOperations(by: Client): Promise<Record<string, any>> {
  const { status, body } = await start(by);
  expect(status).toBe(200);
  for (const [part, path] of Object.entries(operations)) {
    const one = await by.call('GET', path);
    const expected = { permissions: one.body.data, settings: one.body.settings }[part] ?? one.body;
    expect([part, body[part]]).toEqual([part, one.status === 200 ? expected : null]);
  }
  const list = await by.call('GET', '/enums?is_system=true&limit=100');
  expect(body.enums?.map((one: any) => one.code).sort() ?? null).toEqual(
    list.status === 200 ? list.body.data.map((one: any) => one.code).sort() : null,
  );
  return body;
}

describe('without restrictions', () => {
  it.each([...Object.keys(builtinRoles), null])(
    'a user with the role %s gets what they may read',
    async (role) => {
      const body = await expectSameAsOperations(await service.newUser(owner, role === null ? [] : [role]));
      expect([body.user, body.permissions, body.preferences, body.restrictions]).toEqual([
        expect.objectContaining({ org_slug: expect.any(String) }),
        expect.any(Array),
        expect.any(Object),
        [],
      ]);
      expect([body.settings === null, body.enums === null]).toEqual([role === null, role === null]);
    },
  );

  it('an API key gets what its permissions include', async () => {
    const { body } = await owner.call('POST', '/api-keys', { name: 'Tasks', permissions: ['task:read'] });
    const key = createTestClient(service.url, { access_token: body.key, user: owner.user });
    const parts = await expectSameAsOperations(key);
    expect(parts.permissions.map((one: any) => one.permission)).toEqual(['task:read']);
    expect([parts.organization, parts.settings, parts.enums]).toEqual([null, null, null]);
  });

  it('the enums are those of the organization, with their values in order', async () => {
    await owner.call('POST', '/enums/task_category/values', { code: 'garden', label: 'Garden' });
    const { body } = await start(owner);
    for (const one of body.enums) {
      const { values } = (await owner.call('GET', `/enums/${one.code}`)).body;
      expect(one.values).toEqual(values.map((value: any) => expect.objectContaining({ code: value.code })));
      expect(values).toEqual(one.values.map((value: object) => expect.objectContaining(value)));
    }
    const stranger = await service.newOrganization();
    expect(JSON.stringify((await start(stranger)).body)).not.toContain('garden');
  });

  it('the response has an entity tag, which changes with its content', async () => {
    const tag = (await start(owner)).headers.get('etag') ?? '';
    expect((await start(owner, { 'if-none-match': tag })).status).toBe(304);
    await owner.call('PATCH', '/users/me/preferences', { values: { theme: 'dark' } });
    expect((await start(owner, { 'if-none-match': tag })).status).toBe(200);
  });

  it('takes as many statements in an organization with many records', async () => {
    const count = async () => {
      const recorded = recordStatements(() => false);
      const { status } = await start(owner);
      recorded.stop();
      expect(status).toBe(200);
      return aboutRows(recorded.texts).filter((text) => !/update api_keys|relay|outbox|lanes/.test(text))
        .length;
    };
    await start(owner);
    const few = await count();
    for (let index = 0; index < 20; index += 1) {
      await owner.call('POST', '/tasks', { title: `Task ${index}` });
      await owner.call('POST', '/enums', { code: `own_${index}`, label: `Own ${index}` });
    }
    const many = await start(owner);
    expect(many.body.enums.map((one: any) => one.code)).not.toContain('own_1');
    expect([few <= 7, await count()]).toEqual([true, few]);
  });
});

describe.each<[AccessRestriction, Prisma.Sql, parts: string[], operation: string | null]>([
  ['suspended', sql`update organizations set status = 'suspended'`, [], null],
  ['foreign_network', sql`update organizations set allowed_networks = '{192.0.2.0/24}'`, [], null],
  ['mfa_setup', sql`update sessions set stage = 'mfa_setup'`, ['user', 'preferences'], 'POST /mfa/totp'],
  [
    'read_only',
    sql`update organizations set status = 'closing'`,
    [...Object.keys(operations), 'enums'],
    'POST /organizations/{id}/reopen',
  ],
  [
    'read_only',
    sql`update organizations set status = 'unverified', verified_at = null, created_at = now() - interval '8 days'`,
    [...Object.keys(operations), 'enums'],
    'POST /organizations/{id}/request-verification',
  ],
])('with the restriction %s', (reason, change, parts, operation) => {
  it.each(['owner', 'viewer'])(
    'an %s gets 200 with the restriction, and only what may be read',
    async (role) => {
      const restricted = await service.newOrganization();
      const user = role === 'owner' ? restricted : await service.newUser(restricted, [role]);
      const key = reason === 'mfa_setup' ? sql`org_id` : sql`id`;
      const where = sql`${key} = ${restricted.user.org_id}`;
      await executeOperational(service.platform, sql`${change} where ${where} returning id`);
      const body = await expectSameAsOperations(user);
      expect(body.restrictions).toEqual([
        { reason, message: restrictionMessages[reason], remedy: expect.any(String), operation },
      ]);
      const given = Object.entries(body).filter(([, part]) => part !== null);
      expect(given.map(([part]) => part).sort()).toEqual([...parts, 'restrictions', 'version'].sort());
    },
  );
});

it('requires a valid credential', async () => {
  expect((await service.call('GET', '/users/me/start')).status).toBe(401);
});
