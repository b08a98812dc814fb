import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let admin: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  admin = await service.newUser(owner, ['admin']);
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const using = (key: string) => createTestClient(service.url, { access_token: key, user: owner.user });
const statusAndFields = ({ status, body }: { status: number; body: any }) => [
  status,
  Object.keys(body?.details?.fieldErrors ?? {}),
];

describe('keys of service users', () => {
  const serviceUser = async (roles: string[]) => {
    const { user } = await service.newUser(owner, roles);
    await executeOperational(
      service.platform,
      sql`update users set is_service = true where id = ${user.id} returning id`,
    );
    return user.id;
  };

  it('are created and rotated by users with api_key:manage, within their own rights', async () => {
    const user_id = await serviceUser(['employee']);
    const { result, audit } = await recorded(() =>
      admin.call('POST', '/api-keys', { name: 'Robot', user_id }),
    );
    expect(result).toMatchObject({ status: 201, body: { user_id, created_by: admin.user.id } });
    expect(audit).toMatchObject([{ resource: 'api_key', record_id: result.body.id }]);
    expect((await using(result.body.key).call('GET', '/users/me')).body.id).toBe(user_id);
    expect((await admin.call('POST', `/api-keys/${result.body.id}/rotate`, {})).status).toBe(201);
    const unheld = { name: 'Robot', user_id, permissions: ['audit_log:read'] };
    expect(statusAndFields(await admin.call('POST', '/api-keys', unheld))).toEqual([422, ['permissions']]);
  });

  it('cannot exceed the rights of their creator, or act as a person', async () => {
    const wide = await serviceUser(['owner']);
    await executeOperational(
      service.platform,
      sql`insert into roles (org_id, code, name, permissions) values (${owner.user.org_id}, 'keys', 'Keys',
        '{"api_key:manage": ["org"], "api_key:create": ["org"]}') returning id`,
    );
    const keeper = await service.newUser(owner, ['keys']);
    const { result, events } = await recorded(() =>
      Promise.all([
        keeper.call('POST', '/api-keys', { name: 'Robot', user_id: wide }),
        employee.call('POST', '/api-keys', { name: 'Robot', user_id: wide }),
      ]),
    );
    expect([result.map((one) => one.status), events]).toEqual([[403, 403], []]);
    const person = await owner.call('POST', '/api-keys', { name: 'Robot', user_id: employee.user.id });
    expect(statusAndFields(person)).toEqual([422, ['user_id']]);
  });

  it('cannot gain wider rights through manage', async () => {
    const insert = (code: string, permissions: object) =>
      executeOperational(
        service.platform,
        sql`insert into roles (org_id, code, name, permissions) values (${owner.user.org_id}, ${code}, ${code},
          ${JSON.stringify(permissions)}::jsonb) returning id`,
      );
    await insert('robot', { 'user:manage': ['own'], 'user:read': ['org'] });
    const own = { 'user:manage': ['own'], 'api_key:manage': ['org'], 'api_key:create': ['org'] };
    await insert('narrow_keeper', own);
    await insert('wide_keeper', { ...own, 'user:read': ['org'] });
    const user_id = await serviceUser(['robot']);
    const key = { name: 'Robot', user_id, permissions: ['user:manage'] };
    const narrow = await service.newUser(owner, ['narrow_keeper']);
    const wide = await service.newUser(owner, ['wide_keeper']);
    expect((await narrow.call('POST', '/api-keys', key)).status).toBe(403);
    expect((await wide.call('POST', '/api-keys', key)).status).toBe(201);
  });
});
