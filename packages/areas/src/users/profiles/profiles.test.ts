import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, recording, setOrganizationStatus, signIn, statusAndErrors } from '../testing/people.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let hr: Client;
let employee: Client;
let recorded: ReturnType<typeof recording>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await setOrganizationStatus(service, owner, 'active');
  hr = await service.newUser(owner, ['hr']);
  employee = await service.newUser(owner, ['employee']);
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const profile = (by: Client, of = by) => by.call('GET', `/users/${of.user.id}/profile`);
const fill = (by: Client, of: Client, body: object) => by.call('PATCH', `/users/${of.user.id}/profile`, body);

describe('profile', () => {
  it('is empty by default, and reading it writes nothing', async () => {
    const { result, ...left } = await recorded(() => profile(employee));
    expect(result.body).toMatchObject({
      ...{ user_id: employee.user.id, pronouns: null, bio: null, phone: null },
      ...{ skills: [], links: [] },
    });
    expect(left).toEqual(nothing);
  });

  it('is updated by its user, field by field', async () => {
    const first = {
      ...{ pronouns: 'she/her', bio: 'Likes bikes', phone: '+43 1 234567', skills: ['SQL', 'Tea'] },
      links: [{ label: 'Home', url: 'https://example.test/me' }],
    };
    const { result, events, audit, outbox } = await recorded(() => fill(employee, employee, first));
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject(first);
    expect([events, outbox]).toEqual([[`user.profile_updated ${employee.user.id}`], 1]);
    expect(audit).toEqual([
      expect.objectContaining({
        ...{ action: 'update', resource: 'user_profile' },
        after: expect.objectContaining({ bio: 'Likes bikes' }),
      }),
    ]);
    const second = await fill(employee, employee, { bio: null });
    expect(second.body).toMatchObject({ ...first, bio: null });
    expect((await profile(hr, employee)).body).toEqual(second.body);
  });

  it('checks If-Match from the first version on', async () => {
    const fresh = await service.newUser(owner, ['employee']);
    const tag = (await profile(fresh)).headers.get('etag') ?? '';
    const change = (bio: string) =>
      fresh.call('PATCH', `/users/${fresh.user.id}/profile`, { bio }, { 'if-match': tag });
    expect([(await change('One')).status, (await change('Two')).status]).toEqual([200, 412]);
    expect((await profile(fresh)).body.bio).toBe('One');
  });

  it('is created once by concurrent requests', async () => {
    const fresh = await service.newUser(owner, ['employee']);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => fill(fresh, fresh, { bio: `${index}` })),
    );
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 200]);
  });

  it.each([
    [{ links: [{ label: 'x', url: 'javascript:alert(1)' }] }, 'links.0.url'],
    [{ links: [{ label: 'x', url: 'not a link' }] }, 'links.0.url'],
    [{ skills: ['SQL', 'sql'] }, 'skills'],
    [{ phone: 'call me' }, 'phone'],
    [{ bio: 'x'.repeat(2_001) }, 'bio'],
    [{ birthday_visibility: 'hidden' }, 'birthday_visibility'],
    [{ user_id: 1 }, 'user_id'],
  ])('rejects %j with 422 and records nothing', async (body, field) => {
    const { result, ...left } = await recorded(() => fill(employee, employee, body));
    expect(statusAndErrors(result)).toEqual([422, { [field]: [expect.any(String)] }]);
    expect(left).toEqual(nothing);
  });

  it('can be read by colleagues and updated by HR or its user', async () => {
    expect((await fill(hr, employee, { bio: 'By hr' })).status).toBe(200);
    const { result, events } = await recorded(() => fill(employee, hr, { bio: 'By employee' }));
    expect([result.status, events]).toEqual([403, []]);
    const stranger = await service.newOrganization();
    expect((await profile(stranger, employee)).status).toBe(404);
    expect((await fill(stranger, employee, { bio: 'x' })).status).toBe(404);
  });
});

describe('identities', () => {
  const identities = (by: Client, id: number) => by.call('GET', `/users/${id}/identities`);
  const remove = (by: Client, id: number, identity: number) =>
    by.call('DELETE', `/users/${id}/identities/${identity}`);
  const addSso = (user_id: number) =>
    executeOperational<{ id: number }>(
      service.platform,
      sql`insert into user_identities (org_id, user_id, provider, provider_key, external_id)
        values (${owner.user.org_id}, ${user_id}, 'oidc', 'https://sso.example.test', ${`sub-${user_id}`}) returning id`,
    );

  it('contain a password identity unless the user is invited', async () => {
    const { body } = await identities(hr, employee.user.id);
    expect(body).toMatchObject({
      total: 1,
      data: [{ provider: 'password', provider_key: 'password', external_id: String(employee.user.id) }],
    });
    const invited = (await owner.call('POST', '/users', person())).body;
    expect((await identities(owner, invited.id)).body).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
    expect((await identities(owner, 2_147_483_647)).status).toBe(404);
  });

  it('reject the removal of the last one', async () => {
    const [only] = (await identities(owner, employee.user.id)).body.data;
    const { result, ...left } = await recorded(() => remove(owner, employee.user.id, only.id));
    expect(statusAndErrors(result)).toEqual([422, { identity_id: ['Must not be the last sign-in method'] }]);
    expect(left).toEqual(nothing);
  });

  it('remove the password with its identity, and keep one of two removed concurrently', async () => {
    const user = await service.newUser(owner, ['employee']);
    const { id } = user.user;
    const [password] = (await identities(owner, id)).body.data;
    await addSso(id);
    const { result, events } = await recorded(() => remove(owner, id, password.id));
    expect(result.status).toBe(204);
    expect(events).toEqual([`user_identity.post_archive ${password.id}`, `user.post_update ${id}`]);
    expect((await signIn(service, owner, user.user.email)).status).toBe(401);
    expect((await remove(owner, id, password.id)).status).toBe(404);

    const other = await service.newUser(owner, ['employee']);
    await addSso(other.user.id);
    const both = (await identities(owner, other.user.id)).body.data;
    const answers = await Promise.all(
      both.map((one: { id: number }) => remove(owner, other.user.id, one.id)),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([204, 422]);
  });

  it('cannot be removed by HR, or through another user', async () => {
    const [one] = (await identities(owner, hr.user.id)).body.data;
    expect((await remove(hr, employee.user.id, one.id)).status).toBe(403);
    expect((await remove(owner, employee.user.id, one.id)).status).toBe(404);
  });
});
