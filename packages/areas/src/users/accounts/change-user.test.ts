import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiKey, person, recording, signIn, statusAndErrors } from '../testing/people.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let admin: Client;
let hr: Client;
let employee: Client;
let recorded: ReturnType<typeof recording>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  admin = await service.newUser(owner, ['admin']);
  hr = await service.newUser(owner, ['hr']);
  employee = await service.newUser(owner, ['employee']);
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const patch = (by: Client, id: number | 'me', body: object) => by.call('PATCH', `/users/${id}`, body);

describe('PATCH /users/me', () => {
  it('rejects an API key without user:update', async () => {
    const key = { name: 'Tasks alone', permissions: ['task:read'] };
    const narrow = (await employee.call('POST', '/api-keys', key)).body.key;
    const whole = await newApiKey(service, employee);
    const by = createTestClient(service.url, { access_token: narrow, user: employee.user });
    const { result, events } = await recorded(() => patch(by, 'me', { first_name: 'Stolen' }));
    expect([result.status, events]).toEqual([403, []]);
    expect((await patch(whole, 'me', { display_name: 'By key' })).status).toBe(200);
  });

  it('updates own fields in canonical form and records the change', async () => {
    const change = { display_name: 'Umi', locale: 'de-at', time_zone: 'europe/vienna' };
    const { result, events, audit, outbox } = await recorded(() => patch(employee, 'me', change));
    expect(result.status).toBe(200);
    const after = { display_name: 'Umi', locale: 'de-AT', time_zone: 'Europe/Vienna' };
    expect(result.body).toMatchObject({ ...after, roles: ['employee'], updated_by: employee.user.id });
    expect([events, outbox]).toEqual([[`user.post_update ${employee.user.id}`], 1]);
    expect(audit).toEqual([
      expect.objectContaining({ action: 'update', resource: 'user', after: expect.objectContaining(after) }),
    ]);
  });

  it('requires no role, and rejects other fields', async () => {
    const outsider = await service.newUser(owner, []);
    expect((await patch(outsider, 'me', { first_name: 'Nora' })).body.first_name).toBe('Nora');
    const forbidden = ['email', 'status', 'org_id', 'role', 'role_ids', 'is_service', 'is_builtin'];
    for (const field of [...forbidden, 'password', 'password_hash', 'email_verified_at', 'deleted_at']) {
      const { result, ...left } = await recorded(() => patch(outsider, 'me', { [field]: 1 }));
      expect(statusAndErrors(result)).toEqual([422, { [field]: [expect.any(String)] }]);
      expect(left).toEqual(nothing);
    }
  });

  it.each([
    ['locale', 'english please'],
    ['locale', ''],
    ['time_zone', 'Europe/Nowhere'],
    ['time_zone', '+05:00'],
    ['time_zone', ''],
    ['first_name', ' '],
    ['last_name', null],
    ['avatar_file_id', 2_147_483_647],
  ])('rejects %s %j and records nothing', async (field, value) => {
    const { result, ...left } = await recorded(() => patch(employee, 'me', { [field]: value }));
    expect(statusAndErrors(result)).toEqual([422, { [field]: [expect.any(String)] }]);
    expect(left).toEqual(nothing);
  });
});

describe('avatar_file_id', () => {
  const upload = async (by: Client, mime = 'image/png', status = 'stored') => {
    const [file] = await executeOperational<{ id: number }>(
      service.platform,
      sql`insert into files (org_id, name, mime, size, status, storage_key, created_by)
        values (${by.user.org_id}, 'me.png', ${mime}, 10, ${status}::file_status, 'key', ${by.user.id}) returning id`,
    );
    return file?.id;
  };
  const show = (by: Client, avatar_file_id: unknown) => patch(by, 'me', { avatar_file_id });

  it('accepts an image that the user uploaded, and null', async () => {
    const id = await upload(employee);
    expect((await show(employee, id)).body.avatar_file_id).toBe(id);
    expect((await show(employee, null)).body.avatar_file_id).toBeNull();
  });

  it('accepts the current image from another user', async () => {
    const id = await upload(hr);
    expect((await patch(hr, employee.user.id, { avatar_file_id: id })).status).toBe(200);
    const { result, ...left } = await recorded(() => show(employee, id));
    expect([result.status, result.body.avatar_file_id, left]).toEqual([200, id, nothing]);
    await show(employee, null);
    expect((await show(employee, id)).status).toBe(422);
  });

  it('rejects an image of the user from another user, unless it is the current one', async () => {
    const [shown, hidden] = [await upload(employee), await upload(employee)];
    await show(employee, shown);
    expect((await patch(hr, employee.user.id, { avatar_file_id: shown })).status).toBe(200);
    for (const by of [hr, owner]) {
      const { result, ...left } = await recorded(() =>
        patch(by, employee.user.id, { avatar_file_id: hidden }),
      );
      expect(statusAndErrors(result)).toEqual([
        422,
        { avatar_file_id: ['Must be an image that you uploaded'] },
      ]);
      expect(left).toEqual(nothing);
    }
    expect((await patch(hr, employee.user.id, { avatar_file_id: null })).status).toBe(200);
    expect((await patch(hr, employee.user.id, { avatar_file_id: shown })).status).toBe(422);
  });

  it('rejects files of other users, other types and missing content', async () => {
    const stranger = await service.newOrganization();
    const files = [await upload(hr), await upload(stranger), await upload(employee, 'text/html')];
    for (const id of [...files, await upload(employee, 'image/png', 'pending')]) {
      const { result, ...left } = await recorded(() => show(employee, id));
      expect(statusAndErrors(result)).toEqual([422, { avatar_file_id: [expect.any(String)] }]);
      expect(left).toEqual(nothing);
    }
  });
});

describe('PATCH /users/:id', () => {
  it('lets employees update themselves only', async () => {
    expect((await patch(employee, employee.user.id, { last_name: 'Own' })).status).toBe(200);
    const { result, events } = await recorded(() => patch(employee, hr.user.id, { last_name: 'Other' }));
    expect([result.status, events]).toEqual([403, []]);
  });

  it('lets HR update employees, but not users with more permissions', async () => {
    const { result, events } = await recorded(() => patch(hr, employee.user.id, { last_name: 'By hr' }));
    expect([result.status, events]).toEqual([200, [`user.post_update ${employee.user.id}`]]);
    for (const above of [admin, owner]) {
      expect((await patch(hr, above.user.id, { last_name: 'By hr' })).status).toBe(403);
    }
  });

  it('lets only owners update an owner', async () => {
    const acts: [string, string, object?][] = [
      ['PATCH', '', { last_name: 'By admin' }],
      ['DELETE', ''],
      ['POST', '/deactivate', {}],
      ['POST', '/revoke-sessions'],
      ['PATCH', '/profile', { bio: 'By admin' }],
    ];
    for (const [method, path, body] of acts) {
      const answer = await admin.call(method, `/users/${owner.user.id}${path}`, body);
      expect([path, answer.status, answer.body.error]).toEqual([path, 403, expect.stringContaining('owner')]);
    }
    const second = await service.newUser(owner, ['owner']);
    expect((await patch(owner, second.user.id, { last_name: 'By owner' })).status).toBe(200);
  });

  it('returns 404 for users of other organizations', async () => {
    const stranger = await service.newOrganization();
    expect((await patch(owner, stranger.user.id, { last_name: 'X' })).status).toBe(404);
    expect((await patch(owner, 2_147_483_647, { last_name: 'X' })).status).toBe(404);
  });

  it('checks If-Match', async () => {
    const path = `/users/${employee.user.id}`;
    const tag = (await owner.call('GET', path)).headers.get('etag') ?? '';
    const first = await owner.call('PATCH', path, { last_name: 'First' }, { 'if-match': tag });
    const second = await owner.call('PATCH', path, { last_name: 'Second' }, { 'if-match': tag });
    expect([first.status, second.status]).toEqual([200, 412]);
  });
});

describe('DELETE and restore', () => {
  it('end access immediately, free the address, and restore as deactivated', async () => {
    const leaver = await service.newUser(owner, ['employee']);
    const key = await newApiKey(service, leaver);
    const path = `/users/${leaver.user.id}`;
    const { result, events, audit } = await recorded(() => owner.call('DELETE', path));
    expect([result.status, result.body]).toEqual([204, null]);
    expect(events).toEqual([
      ...[`user.post_archive ${leaver.user.id}`, `auth.logout ${leaver.user.id}`],
      expect.stringMatching(/^api_key\.post_archive \d+$/),
    ]);
    expect(audit.map((entry) => entry.resource)).toEqual(['user', 'session', 'api_key']);
    for (const by of [leaver, key]) expect((await by.call('GET', '/users/me')).status).toBe(401);
    expect((await signIn(service, owner, leaver.user.email)).status).toBe(401);
    expect((await owner.call('GET', path)).status).toBe(404);
    expect((await owner.call('DELETE', path)).status).toBe(404);

    const restored = await recorded(() => owner.call('POST', `${path}/restore`));
    expect(restored.result.body).toMatchObject({ status: 'deactivated', deleted_at: null });
    expect(restored.audit.map((entry) => entry.action)).toEqual(['restore']);
    expect((await owner.call('POST', `${path}/restore`)).status).toBe(404);
    expect((await leaver.call('GET', '/users/me')).status).toBe(401);
    await owner.call('POST', `${path}/reactivate`);
    expect((await signIn(service, owner, leaver.user.email)).status).toBe(200);
  });

  it('list deleted users with user:manage', async () => {
    const by = await service.newOrganization();
    const leaver = await service.newUser(by, ['employee']);
    await by.call('DELETE', `/users/${leaver.user.id}`);
    const list = async (query: string, as = by) => {
      const { status, body } = await as.call('GET', `/users?${query}`);
      return status === 200 ? body.data.map((one: { id: number }) => one.id) : status;
    };
    const { email, id } = leaver.user;
    expect([await list(`q=${email}`), await list(`q=${email}&deleted=true`)]).toEqual([[], [id]]);
    expect(await list('deleted=true&status=active')).toEqual([]);
    expect(await list('deleted=true', await service.newUser(by, ['hr']))).toBe(403);
  });

  it('reject a restore if the address is taken', async () => {
    const leaver = await service.newUser(owner, ['employee']);
    await owner.call('DELETE', `/users/${leaver.user.id}`);
    const successor = person({ email: leaver.user.email, password: testPassword });
    expect((await owner.call('POST', '/users', successor)).status).toBe(201);
    const { result, ...left } = await recorded(() => owner.call('POST', `/users/${leaver.user.id}/restore`));
    expect(statusAndErrors(result)).toEqual([422, { email: ['Is already taken'] }]);
    expect(left).toEqual(nothing);
  });

  it("reject the caller's account", async () => {
    const { result, ...left } = await recorded(() => owner.call('DELETE', `/users/${owner.user.id}`));
    expect(statusAndErrors(result)).toEqual([422, { id: ['You cannot delete yourself'] }]);
    expect(left).toEqual(nothing);
  });
});
