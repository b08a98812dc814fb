import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  person,
  recording,
  roleId as roleIdOf,
  setOrganizationStatus,
  signIn,
  statusAndErrors,
} from '../testing/people.ts';

let service: TestService;
let owner: Client;
let hr: Client;
let recorded: ReturnType<typeof recording>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await setOrganizationStatus(service, owner, 'active');
  hr = await service.newUser(owner, ['hr']);
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const create = (changes: object = {}, by = owner) => by.call('POST', '/users', person(changes));
const roleId = (code: string, of = owner) => roleIdOf(of, code);

describe('POST /users', () => {
  it('creates a user with roles who can sign in', async () => {
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
      'user_identity.post_create',
      'grant.post_create',
      'grant.post_create',
    ]);
    expect([audit.length, outbox]).toEqual([4, 4]);
    expect(JSON.stringify([audit, result.body])).not.toMatch(/password_hash|argon/);
  });

  it('invites a user without a password, who cannot sign in yet', async () => {
    const { result, events } = await recorded(() => create({ role_ids: [] }));
    expect(result.body.status).toBe('invited');
    expect(events).toEqual([`user.post_create ${result.body.id}`, `user.invited ${result.body.id}`]);
    expect((await service.mails(result.body.email)).map((mail) => mail.kind)).toEqual(['invitation']);
    expect((await signIn(service, owner, result.body.email)).status).toBe(401);
  });

  it('grants the default role if none is given, even if the caller cannot grant', async () => {
    const { result, events } = await recorded(() => create({ password: testPassword }, hr));
    expect(events.map((event) => event.split(' ')[0])).toContain('grant.post_create');
    const { body } = await owner.call('GET', `/grants?user_id=${result.body.id}`);
    expect(body.data.map((grant: { role_code: string }) => grant.role_code)).toEqual(['employee']);
    const bare = await create({ role_ids: [] });
    expect((await owner.call('GET', `/grants?user_id=${bare.body.id}`)).body.total).toBe(0);
  });

  it('keeps names out of events, which cannot be erased', async () => {
    const { result } = await recorded(() => create({ last_name: 'Unmistakable' }));
    const { body } = await owner.call('GET', `/events/history/user/${result.body.id}`);
    expect(JSON.stringify(body)).not.toContain('Unmistakable');
  });

  it('rejects a taken address in any case and records nothing', async () => {
    const { email } = (await create({ password: testPassword })).body;
    const { result, ...left } = await recorded(() => create({ email: email.toUpperCase() }));
    expect([result.status, result.body.details.fieldErrors]).toEqual([422, { email: ['Is already taken'] }]);
    expect(left).toEqual(nothing);
    const stranger = await service.newOrganization();
    expect((await create({ email }, stranger)).status).toBe(201);
  });

  it('gives an address to one of several concurrent requests', async () => {
    const { email } = person();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ email })));
    expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it('rejects weak passwords, missing and foreign roles, and records nothing', async () => {
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
      [{ is_builtin: true }, 'is_builtin'],
      [{ role: 'owner' }, 'role'],
      [{ password_hash: 'x' }, 'password_hash'],
      [{ org_id: 1 }, 'org_id'],
      [{ is_service: true, password: testPassword }, 'password'],
      [{ time_zone: '+05:00' }, 'time_zone'],
      [{ locale: 'no_locale!' }, 'locale'],
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

  it('requires user:create', async () => {
    for (const role of ['employee', 'manager', 'viewer', 'auditor']) {
      expect((await create({}, await service.newUser(owner, [role]))).status).toBe(403);
    }
  });

  it.each(['owner', 'admin', 'manager'])(
    'keeps hr from making a user with the wider role %s',
    async (code) => {
      const { result, events } = await recorded(async () => create({ role_ids: [await roleId(code)] }, hr));
      expect([result.status, events]).toEqual([403, []]);
    },
  );

  it('rejects role_ids from HR, who cannot grant roles', async () => {
    expect((await create({ role_ids: [await roleId('hr')] }, hr)).status).toBe(403);
    expect((await create({ role_ids: [await roleId('hr')] })).status).toBe(201);
  });

  it('lets HR create users without roles', async () => {
    expect((await create({}, hr)).status).toBe(201);
    expect((await create({ role_ids: [await roleId('viewer')] }, hr)).status).toBe(403);
  });

  it('creates a service user without password and mail, with user:manage', async () => {
    const { result, events } = await recorded(() => create({ is_service: true, role_ids: [] }));
    expect(result.body).toMatchObject({ status: 'active', is_service: true });
    expect(events).toEqual([`user.post_create ${result.body.id}`]);
    expect(await service.mails(result.body.email)).toEqual([]);
    expect((await signIn(service, owner, result.body.email)).status).toBe(401);
    expect((await create({ is_service: true }, hr)).status).toBe(403);
  });

  it('explains how to proceed for deactivated and invited users', async () => {
    const { body } = await create({ password: testPassword });
    await owner.call('POST', `/users/${body.id}/deactivate`, {});
    expect(statusAndErrors(await create({ email: body.email }))).toEqual([
      422,
      { email: [expect.stringContaining('reactivate')] },
    ]);
    const invited = (await create()).body;
    expect(statusAndErrors(await create({ email: invited.email }))).toEqual([
      422,
      { email: [expect.stringContaining('invitation')] },
    ]);
  });
});
