import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  person,
  recording,
  roleId,
  setOrganizationStatus,
  statusAndErrors,
  tokenFor,
} from '../testing/people.ts';

const { sql } = Prisma;

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

const invite = (body: object, by = owner) => by.call('POST', '/users/invite', body);
const employee = async (changes: object = {}) =>
  (
    await owner.call('POST', '/employees', {
      ...{ first_name: 'Emil', last_name: 'Employed', hire_date: '2025-01-01' },
      ...changes,
    })
  ).body;

describe('POST /users/invite', () => {
  it('creates a user with roles and mails a token that is stored nowhere', async () => {
    const { email } = person();
    const role_ids = [await roleId(owner, 'manager')];
    const { result, events, audit, outbox } = await recorded(() => invite({ email, role_ids }));
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({ email, status: 'invited', first_name: email.split('@')[0] });
    expect(events.map((event) => event.split(' ')[0])).toEqual([
      'user.post_create',
      'user.invited',
      'grant.post_create',
    ]);
    expect([audit.length, outbox]).toEqual([2, 3]);
    const [mail] = await service.mails(email);
    expect(mail?.subject).toContain(owner.user.org_name);
    const token = await tokenFor(service, email, 'invitation');
    expect(mail?.text).toContain('/api/auth/invitation/accept');
    const stored =
      await service.rows(sql`select t::text as row from user_tokens t where org_id = ${owner.user.org_id}
      union all select m::text from mails m where org_id = ${owner.user.org_id}`);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('links an employee and uses their name', async () => {
    const { id } = await employee();
    const { result, events } = await recorded(() =>
      invite({ email: person().email, employee_id: id, role_ids: [] }),
    );
    expect(result.body).toMatchObject({ first_name: 'Emil', last_name: 'Employed' });
    expect(events.at(-1)).toBe(`employee.post_update ${id}`);
    expect((await owner.call('GET', `/employees/${id}`)).body.user_id).toBe(result.body.id);
    const again = await recorded(() => invite({ email: person().email, employee_id: id }));
    expect(statusAndErrors(again.result)).toEqual([422, { employee_id: ['Is already linked to a user'] }]);
    expect([again.events, again.audit]).toEqual([[], []]);
  });

  it('replaces a deleted user of an employee', async () => {
    const { id } = await employee();
    const first = await invite({ email: person().email, employee_id: id });
    await owner.call('DELETE', `/users/${first.body.id}`);
    const second = await invite({ email: person().email, employee_id: id });
    expect(second.status).toBe(201);
    expect((await owner.call('GET', `/employees/${id}`)).body.user_id).toBe(second.body.id);
  });

  it('grants the manager role to an employee with reports', async () => {
    const { id } = await employee();
    await employee({ manager_id: id });
    const { result, events } = await recorded(() =>
      invite({ email: person().email, employee_id: id, role_ids: [] }),
    );
    expect(events.at(-1)).toMatch(/^grant.post_create/);
    const { body } = await owner.call('GET', `/grants?user_id=${result.body.id}`);
    expect(body.data).toMatchObject([{ role_code: 'manager', source: 'hierarchy' }]);
  });

  it('links an employee to one of several concurrent invitations', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await employee();
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => invite({ email: person().email, employee_id: id })),
      );
      expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422, 422]);
    }
  });

  it('rejects foreign employees and callers who cannot link them', async () => {
    const stranger = await service.newOrganization();
    const foreign = await stranger.call('POST', '/employees', {
      ...{ first_name: 'F', last_name: 'F', hire_date: '2025-01-01' },
    });
    for (const employee_id of [foreign.body.id, 2_147_483_647]) {
      const { result, ...left } = await recorded(() => invite({ email: person().email, employee_id }));
      expect(statusAndErrors(result)).toEqual([422, { employee_id: ['Does not exist'] }]);
      expect(left).toEqual(nothing);
    }
    const permissions = [{ permission: 'user:create', scopes: ['org'] }];
    const role = { code: 'inviter', name: 'Inviter', permissions };
    await owner.call('POST', '/roles', role);
    const inviter = await service.newUser(owner, ['inviter']);
    const { id } = await employee();
    expect((await invite({ email: person().email, employee_id: id }, inviter)).status).toBe(403);
    expect((await invite({ email: person().email }, inviter)).status).toBe(201);
  });

  it('invites an address once among concurrent requests, in any case', async () => {
    const { email } = person();
    const [{ result }] = await Promise.all([
      recorded(() => Promise.all([invite({ email }), invite({ email: email.toUpperCase() }, hr)])),
    ]);
    expect(result.map((one) => one.status).sort()).toEqual([201, 422]);
    expect(await service.mails(email)).toHaveLength(1);
  });

  it('rejects the address of a deactivated user', async () => {
    const gone = await service.newUser(owner, ['employee']);
    await owner.call('POST', `/users/${gone.user.id}/deactivate`, {});
    const { result, ...left } = await recorded(() => invite({ email: gone.user.email }));
    expect(statusAndErrors(result)).toEqual([422, { email: [expect.stringContaining('reactivate')] }]);
    expect(left).toEqual(nothing);
  });

  it('permits one address in two organizations', async () => {
    const { email } = person();
    const stranger = await service.newOrganization();
    await setOrganizationStatus(service, stranger, 'active');
    const both = await Promise.all([invite({ email }), invite({ email }, stranger)]);
    expect(both.map((one) => one.status)).toEqual([201, 201]);
  });
});

describe('an unverified organization', () => {
  it('can send three invitations, even with concurrent requests', async () => {
    const fresh = await service.newOrganization();
    await setOrganizationStatus(service, fresh, 'unverified');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => invite({ email: person().email }, fresh)),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([201, 201, 201, 422, 422, 422]);
    const refused = answers.find((one) => one.status === 422);
    expect(refused?.body.details.fieldErrors.email[0]).toContain('unverified');
    const known = answers.find((one) => one.status === 201)?.body.id;
    expect((await fresh.call('POST', `/users/${known}/resend-invite`)).status).toBe(422);
    await setOrganizationStatus(service, fresh, 'active');
    expect((await fresh.call('POST', `/users/${known}/resend-invite`)).status).toBe(200);
  });

  it('cannot raise the limit by erasing invited users', async () => {
    const fresh = await service.newOrganization();
    await setOrganizationStatus(service, fresh, 'unverified');
    for (const { email } of [person(), person(), person()]) {
      const { id } = (await invite({ email }, fresh)).body;
      await fresh.call('POST', `/users/${id}/deactivate`, {});
      expect((await fresh.call('POST', `/users/${id}/erase`, { confirm: email })).status).toBe(200);
    }
    expect((await invite({ email: person().email }, fresh)).status).toBe(422);
  });
});

describe('POST /users/:id/resend-invite', () => {
  it('sends a new token', async () => {
    const { body } = await invite({ email: person().email });
    const first = await tokenFor(service, body.email, 'invitation');
    const path = `/users/${body.id}/resend-invite`;
    const { result, events, audit } = await recorded(() => owner.call('POST', path));
    expect([result.status, result.body.id]).toEqual([200, body.id]);
    expect(events).toEqual([`user.invited ${body.id}`]);
    expect(audit.map((entry) => entry.action)).toEqual(['invite']);
    expect(await tokenFor(service, body.email, 'invitation')).not.toBe(first);
  });

  it('sends at most five invitations to a user in an hour', async () => {
    const { body } = await invite({ email: person().email });
    const resend = () => owner.call('POST', `/users/${body.id}/resend-invite`);
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await resend()).status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    const { result, ...left } = await recorded(resend);
    expect([result.status, result.headers.get('retry-after'), left]).toEqual([429, '3600', nothing]);
    // The last invitation remains valid.
    const token = await tokenFor(service, body.email, 'invitation');
    const accepted = { token, password: 'a password for the invitation' };
    expect((await service.call('POST', '/auth/invitation/accept', accepted)).status).toBe(200);
  });

  it('rejects users without a pending invitation', async () => {
    const { result, ...left } = await recorded(() =>
      owner.call('POST', `/users/${hr.user.id}/resend-invite`),
    );
    expect(statusAndErrors(result)).toEqual([422, { id: ['Has no pending invitation'] }]);
    expect(left).toEqual(nothing);
  });
});
