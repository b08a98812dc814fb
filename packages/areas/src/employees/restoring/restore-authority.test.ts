import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let hr: Client;
let seat: { id: number; code: string; default_role_id: number };
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
  const roles = (await owner.call('GET', '/roles')).body.data;
  const { id } = roles.find((role: { code: string }) => role.code === 'admin');
  const body = { title: 'Chair', code: 'CHAIR', status: 'open', headcount: 20, default_role_id: id };
  seat = await created('/positions', body);
});
afterAll(() => service.stop());

const created = async (path: string, body: object): Promise<any> => {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body;
};
const grantsOf = async (user_id: number): Promise<{ id: number; role_code: string }[]> =>
  (await owner.call('GET', `/grants?user_id=${user_id}`)).body.data;
const rolesOf = async (user_id: number) => (await grantsOf(user_id)).map((grant) => grant.role_code);

/** An employee with a user and the seat, hired by the owner. */
async function holder(fields: object = {}) {
  const user_id = (await service.newUser(owner, ['employee'])).user.id;
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', position_id: seat.id };
  const { id } = await created('/employees', { ...person, user_id, ...fields });
  return { id: id as number, user_id };
}
const remove = async (id: number) =>
  expect((await owner.call('DELETE', `/employees/${id}`)).status).toBe(204);
const restore = (id: number, by: Client, body?: object) => by.call('POST', `/employees/${id}/restore`, body);

describe('the role of a seat that a restored employee held', () => {
  it('is granted again by callers who may grant it', async () => {
    const { id, user_id } = await holder();
    expect(await rolesOf(user_id)).toEqual(['employee', 'admin']);
    await remove(id);
    expect(await rolesOf(user_id)).toEqual(['employee']);
    const { result, events } = await recordedBy(service, owner.user.org_id, () => restore(id, owner));
    expect([result.status, result.body.warnings]).toEqual([
      200,
      [`Position ${seat.code} comes with the role "Administrator" (admin)`],
    ]);
    expect(events.map((one) => one.split(' ')[0])).toEqual(['employee.post_restore', 'grant.post_create']);
    expect(await rolesOf(user_id)).toEqual(['employee', 'admin']);
    await remove(id);
    expect(await rolesOf(user_id)).toEqual(['employee']);
  });

  it('is not granted by a caller or an API key that may not grant it', async () => {
    const { key } = await created('/api-keys', {
      name: 'Restore',
      permissions: ['employee:manage', 'role:read', 'position:read'],
    });
    for (const by of [hr, createTestClient(service.url, { access_token: key, user: owner.user })]) {
      const { id, user_id } = await holder();
      await remove(id);
      const { result, events } = await recordedBy(service, owner.user.org_id, () => restore(id, by));
      expect([result.status, result.body.position_id, events]).toEqual([
        200,
        seat.id,
        [`employee.post_restore ${id}`],
      ]);
      expect(result.body.warnings).toEqual([
        `Position ${seat.code} comes with the role "Administrator" (admin), which is not granted, because you cannot grant it`,
      ]);
      expect(await rolesOf(user_id)).toEqual(['employee']);
    }
  });

  it('is not granted if it had been withdrawn before the deletion, or never granted', async () => {
    const withdrawn = await holder();
    const [, grant] = await grantsOf(withdrawn.user_id);
    expect((await owner.call('DELETE', `/grants/${grant?.id}`)).status).toBe(204);
    const never = await holder({ position_id: null });
    const change = { effective_date: '2024-02-01', kind: 'position', set: { position_id: seat.id } };
    expect((await hr.call('POST', `/employees/${never.id}/changes`, change)).status).toBe(201);
    for (const { id, user_id } of [withdrawn, never]) {
      expect(await rolesOf(user_id)).toEqual(['employee']);
      await remove(id);
      const { result, events } = await recordedBy(service, owner.user.org_id, () => restore(id, owner));
      expect([result.status, events]).toEqual([200, [`employee.post_restore ${id}`]]);
      expect(result.body).not.toHaveProperty('warnings');
      expect(await rolesOf(user_id)).toEqual(['employee']);
    }
  });

  it('replaces an expired grant of the same role', async () => {
    const { id, user_id } = await holder();
    await remove(id);
    const ends_at = new Date(Date.now() + 3_600_000).toISOString();
    const grant = await created('/grants', { user_id, role_id: seat.default_role_id, ends_at });
    await executeOperational(
      service.platform,
      sql`update grants set ends_at = now() where org_id = ${owner.user.org_id} and id = ${grant.id} returning id`,
    );
    const { events } = await recordedBy(service, owner.user.org_id, () => restore(id, owner));
    expect(events.map((one) => one.split(' ')[0])).toEqual([
      'employee.post_restore',
      'grant.expired',
      'grant.post_create',
    ]);
  });
});

describe('the role of a seat that is new to a restored employee', () => {
  it('is granted or not like that of a hire', async () => {
    const given = async (by: Client) => {
      const { id, user_id } = await holder({ position_id: null });
      await remove(id);
      expect((await restore(id, by, { position_id: seat.id })).status).toBe(200);
      return rolesOf(user_id);
    };
    expect([await given(owner), await given(hr)]).toEqual([['employee', 'admin'], ['employee']]);
  });

  it('is granted on the first day with the authority of the caller who restored the hire', async () => {
    const [byOwner, byHr] = [
      await holder({ hire_date: '2031-01-01' }),
      await holder({ hire_date: '2031-01-01' }),
    ];
    for (const { id } of [byOwner, byHr]) await remove(id);
    expect((await restore(byOwner.id, owner)).status).toBe(200);
    expect((await restore(byHr.id, hr)).status).toBe(200);
    await runDueChangesAt(service, owner.user.org_id, '2031-01-02T00:00:00Z');
    for (const { id } of [byOwner, byHr])
      expect((await owner.call('GET', `/employees/${id}`)).body).toMatchObject({
        ...{ status: 'active', position_id: seat.id },
      });
    expect([await rolesOf(byOwner.user_id), await rolesOf(byHr.user_id)]).toEqual([
      ['employee', 'admin'],
      ['employee'],
    ]);
  });
});

describe('the role of a seat that others chose for an employee', () => {
  const chosenByHr = async (fields: object) => {
    const user_id = (await service.newUser(owner, ['employee'])).user.id;
    const person = { first_name: 'Ada', last_name: 'L', hire_date: '2031-01-01', position_id: seat.id };
    const { status, body } = await hr.call('POST', '/employees', { ...person, user_id, ...fields });
    expect(status).toBe(201);
    return { id: body.id as number, user_id };
  };

  it('is not granted because the hire was restored, unless the caller chooses the seat again', async () => {
    const [restored, chosen] = [await chosenByHr({}), await chosenByHr({})];
    for (const { id } of [restored, chosen]) await remove(id);
    const { body } = await restore(restored.id, owner);
    expect(body.position_id).toBe(seat.id);
    expect((await restore(chosen.id, owner, { position_id: seat.id })).status).toBe(200);
    await runDueChangesAt(service, owner.user.org_id, '2031-01-02T00:00:00Z');
    expect([await rolesOf(restored.user_id), await rolesOf(chosen.user_id)]).toEqual([
      ['employee'],
      ['employee', 'admin'],
    ]);
  });
});

describe('the link of a restored employee to a user', () => {
  it('counts as made by the caller, whose authority later changes need, too', async () => {
    const [first, second] = [await holder({ position_id: null }), await holder({ position_id: null })];
    for (const { id } of [first, second]) await remove(id);
    expect((await restore(first.id, hr)).status).toBe(200);
    expect((await restore(second.id, owner)).status).toBe(200);
    const [one, two] = await service.rows<{
      linked_by: number;
    }>(sql`select user_linked_by as linked_by from employees
      where org_id = ${owner.user.org_id} and id = any(${[first.id, second.id]}::int[]) order by id`);
    expect([one?.linked_by, two?.linked_by]).toEqual([hr.user.id, owner.user.id]);
  });
});
