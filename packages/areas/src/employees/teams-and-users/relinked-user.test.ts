import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_id: number;
let former: Client;
let successor: Client;
/** An employee with a report and a seat, whose user is `former`. */
let employee: number;
let counter = 0;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());
beforeEach(async () => {
  former = await service.newUser(owner, ['employee']);
  successor = await service.newUser(owner, ['employee']);
  const roles = (await owner.call('GET', '/roles')).body.data;
  const { id: default_role_id } = roles.find((role: { code: string }) => role.code === 'auditor');
  counter += 1;
  const seat = { code: `SEAT-${counter}`, title: 'Seat', status: 'open', default_role_id };
  const position_id = await createdId('/positions', seat);
  employee = await hire({ user_id: former.user.id, position_id });
  await hire({ manager_id: employee });
});

async function createdId(path: string, body: object): Promise<number> {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.id;
}
const hire = (fields: object) =>
  createdId('/employees', { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', ...fields });

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, org_id, work);
/** The ids of the live grants of a user by role, including grants of a deleted user. */
async function grantsOf({ user }: Client): Promise<Record<string, number>> {
  const rows = await service.rows<{ code: string; id: number }>(sql`select r.code, g.id from grants g
    join roles r on r.org_id = g.org_id and r.id = g.role_id
    where g.org_id = ${org_id} and g.user_id = ${user.id} and g.deleted_at is null order by g.id`);
  return Object.fromEntries(rows.map(({ code, id }) => [code, id]));
}
const rolesOf = async (client: Client) => Object.keys(await grantsOf(client)).sort();
const remove = async ({ user }: Client) =>
  expect((await owner.call('DELETE', `/users/${user.id}`)).status).toBe(204);
const restore = ({ user }: Client) => recorded(() => owner.call('POST', `/users/${user.id}/restore`));
const link = (user_id: number) =>
  recorded(() => owner.call('POST', `/employees/${employee}/link-user`, { user_id }));
const derived = ['auditor', 'employee', 'manager'];

describe('linking the employee of a deleted user to another user', () => {
  it('moves the roles that follow from reports and seat, in the same transaction', async () => {
    await remove(former);
    const ended = await grantsOf(former);
    const { result, events, audit, outbox } = await link(successor.user.id);
    const given = await grantsOf(successor);
    expect([result.status, Object.keys(given).sort(), await rolesOf(former)]).toEqual([
      200,
      derived,
      ['employee'],
    ]);
    expect(events).toEqual([
      `employee.post_update ${employee}`,
      `grant.post_archive ${ended['manager']}`,
      `grant.post_create ${given['manager']}`,
      `grant.post_archive ${ended['auditor']}`,
      `grant.post_create ${given['auditor']}`,
    ]);
    expect(audit.map(({ resource, action }) => `${resource} ${action}`)).toEqual([
      'employee update',
      ...['grant archive', 'grant create', 'grant archive', 'grant create'],
    ]);
    expect(outbox).toBe(5);
  });

  it('records nothing if the user does not exist', async () => {
    await remove(former);
    const { result, ...left } = await link(2_147_483_647);
    expect([result.status, left]).toEqual([422, nothing]);
    expect(await rolesOf(former)).toEqual(derived);
  });

  it('leaves the former user without them after a restore', async () => {
    await remove(former);
    await link(successor.user.id);
    const { result, events } = await restore(former);
    expect([result.status, events]).toEqual([200, [`user.post_update ${former.user.id}`]]);
    expect((await owner.call('POST', `/users/${former.user.id}/reactivate`)).status).toBe(200);
    expect([await rolesOf(former), await rolesOf(successor)]).toEqual([['employee'], derived]);
  });

  it('also ends them when an invited user is linked', async () => {
    await remove(former);
    const email = `invited-${counter}@example.test`;
    const invitation = { email, employee_id: employee, role_ids: [] };
    expect((await owner.call('POST', '/users/invite', invitation)).status).toBe(201);
    expect(await rolesOf(former)).toEqual(['employee']);
  });
});

describe('restoring a deleted user', () => {
  it('keeps the roles of a user who still has the reports and the seat', async () => {
    await remove(former);
    const { result, events } = await restore(former);
    expect([result.status, events]).toEqual([200, [`user.post_update ${former.user.id}`]]);
    expect(await rolesOf(former)).toEqual(derived);
  });

  it('ends the roles whose reason no longer exists', async () => {
    await remove(former);
    // As earlier releases left them: the employee has another user, and the grants of the former one are live.
    await executeOperational(
      service.platform,
      sql`update employees set user_id = ${successor.user.id} where org_id = ${org_id} and id = ${employee} returning id`,
    );
    const { manager, auditor } = await grantsOf(former);
    const { result, events, audit } = await restore(former);
    expect([result.status, events]).toEqual([
      200,
      [
        `user.post_update ${former.user.id}`,
        `grant.post_archive ${manager}`,
        `grant.post_archive ${auditor}`,
      ],
    ]);
    expect(audit.map(({ resource, action }) => `${resource} ${action}`)).toEqual([
      'user restore',
      ...['grant archive', 'grant archive'],
    ]);
    expect(await rolesOf(former)).toEqual(['employee']);
  });

  it('creates the grant of the manager role that a user with reports lacks', async () => {
    await remove(former);
    const { manager } = await grantsOf(former);
    await executeOperational(
      service.platform,
      sql`update grants set deleted_at = now() where org_id = ${org_id} and id = ${manager} returning id`,
    );
    const { result, events, audit } = await restore(former);
    const { manager: created } = await grantsOf(former);
    expect([result.status, events]).toEqual([
      200,
      [`user.post_update ${former.user.id}`, `grant.post_create ${created}`],
    ]);
    expect(audit.map(({ resource, action }) => `${resource} ${action}`)).toEqual([
      'user restore',
      'grant create',
    ]);
    expect(await rolesOf(former)).toEqual(derived);
  });

  it('changes no grant if it is rejected', async () => {
    await remove(former);
    await executeOperational(
      service.platform,
      sql`update employees set user_id = ${successor.user.id} where org_id = ${org_id} and id = ${employee} returning id`,
    );
    const taken = { email: former.user.email, first_name: 'Bo', last_name: 'L', role_ids: [] };
    expect((await owner.call('POST', '/users', taken)).status).toBe(201);
    const { result, ...left } = await restore(former);
    expect([result.status, left]).toEqual([422, nothing]);
    expect(await rolesOf(former)).toEqual(derived);
  });
});
