import { systemCaller } from '@wfp/shared';
import { Prisma, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdsAccessLock } from '../testing/signed-in-caller.ts';
import { alignManagerGrants } from './managers.service.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_id: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const hire = (more: object = {}) =>
  owner.call('POST', '/employees', {
    first_name: 'Ada',
    last_name: 'Lovelace',
    hire_date: '2024-01-01',
    ...more,
  });
const fire = (id: number) => owner.call('DELETE', `/employees/${id}`);
const derivedGrants = async (user: Client) =>
  (await owner.call('GET', `/grants?user_id=${user.user.id}&source=hierarchy`)).body.data;
async function employeeWithUser(): Promise<{ user: Client; id: number }> {
  const user = await service.newUser(owner, ['employee']);
  return { user, id: (await hire({ user_id: user.user.id })).body.id };
}
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, org_id, work);

describe('an employee with direct reports', () => {
  it('has the manager role from the first report to the last, changed in the same transaction', async () => {
    const { user, id } = await employeeWithUser();
    const first = await recorded(() => hire({ manager_id: id }));
    const [grant] = await derivedGrants(user);
    expect(grant).toMatchObject({ role_code: 'manager', scope: 'role', source: 'hierarchy', ends_at: null });
    expect(first.events).toEqual([
      `employee.post_create ${first.result.body.id}`,
      `employee.hired ${first.result.body.id}`,
      `grant.post_create ${grant.id}`,
    ]);
    expect([first.audit.length, first.outbox]).toEqual([2, 3]);
    expect((await user.call('GET', '/users/me')).body.roles).toEqual(['employee', 'manager']);

    const second = await recorded(() => hire({ manager_id: id }));
    const newcomer = second.result.body.id;
    expect(second.events).toEqual([`employee.post_create ${newcomer}`, `employee.hired ${newcomer}`]);
    expect((await fire(first.result.body.id)).status).toBe(204);
    expect(await derivedGrants(user)).toHaveLength(1);
    const last = await recorded(() => fire(second.result.body.id));
    expect(last.events).toEqual([
      `employee.post_archive ${second.result.body.id}`,
      `grant.post_archive ${grant.id}`,
    ]);
    expect(await derivedGrants(user)).toEqual([]);
    expect((await user.call('GET', '/users/me')).body.roles).toEqual(['employee']);
  });

  it('keeps the derived grant, and can have a manual one as well', async () => {
    const { user, id } = await employeeWithUser();
    const report = (await hire({ manager_id: id })).body.id;
    const [grant] = await derivedGrants(user);
    const { result, ...left } = await recorded(() => owner.call('DELETE', `/grants/${grant.id}`));
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['source']]);
    expect(left).toEqual(nothing);
    const byHand = await owner.call('POST', '/grants', { user_id: user.user.id, role_id: grant.role_id });
    expect([byHand.status, byHand.body.source]).toEqual([201, 'manual']);
    await fire(report);
    expect((await user.call('GET', '/users/me')).body.roles).toEqual(['employee', 'manager']);
    const forged = { user_id: user.user.id, role_id: grant.role_id, source: 'hierarchy' };
    expect((await owner.call('POST', '/grants', forged)).status).toBe(422);
  });

  it('has no manager role without a user, or if all reports are terminated', async () => {
    const { user, id } = await employeeWithUser();
    const gone = { status: 'terminated', end_date: '2025-01-01' };
    expect((await recorded(() => hire({ manager_id: id, ...gone }))).events).toHaveLength(1);
    expect(await derivedGrants(user)).toEqual([]);
    const nobody = (await hire()).body.id;
    expect((await recorded(() => hire({ manager_id: nobody }))).events).toHaveLength(2);
  });

  it('has the correct role after concurrent changes of reports', async () => {
    const { user, id } = await employeeWithUser();
    for (let round = 0; round < 3; round += 1) {
      const hired = await Promise.all([1, 2, 3, 4].map(() => hire({ manager_id: id })));
      expect(hired.map((one) => one.status)).toEqual([201, 201, 201, 201]);
      expect(await derivedGrants(user)).toHaveLength(1);
      const gone = await Promise.all(hired.map((one) => fire(one.body.id)));
      expect(gone.map((one) => one.status)).toEqual([204, 204, 204, 204]);
      expect(await derivedGrants(user)).toEqual([]);
    }
    const one = (await hire({ manager_id: id })).body.id;
    const [hired, fired] = await Promise.all([hire({ manager_id: id }), fire(one)]);
    expect([hired.status, fired.status]).toEqual([201, 204]);
    expect(await derivedGrants(user)).toHaveLength(1);
  });
});

describe('a change of an employee', () => {
  const apply = (id: number, kind: string, set: object, effective_date = '2024-02-01') =>
    recorded(() => owner.call('POST', `/employees/${id}/changes`, { effective_date, kind, set }));
  const grantEvents = (events: string[]) =>
    events.filter((event) => event.startsWith('grant.')).map((event) => event.split(' ')[0]);

  it('moves the role with the last report to another manager, and ends it with the employment', async () => {
    const [one, two] = [await employeeWithUser(), await employeeWithUser()];
    const report = (await hire({ manager_id: one.id })).body.id;
    const named = await apply(report, 'name', { last_name: 'Byron' });
    expect([named.result.status, grantEvents(named.events)]).toEqual([201, []]);
    const moved = await apply(report, 'manager', { manager_id: two.id });
    expect([moved.result.status, grantEvents(moved.events)]).toEqual([
      201,
      ['grant.post_archive', 'grant.post_create'],
    ]);
    expect([await derivedGrants(one.user), await derivedGrants(two.user)]).toMatchObject([[], [{}]]);
    const suspended = await apply(two.id, 'status', { status: 'suspended' });
    const resumed = await apply(two.id, 'status', { status: 'active' }, '2024-03-01');
    expect([suspended, resumed].map(({ events }) => grantEvents(events))).toEqual([
      ['grant.post_archive'],
      ['grant.post_create'],
    ]);
    const end = { end_date: '2024-05-01', reason_code: 'resigned' };
    const left = await recorded(() => owner.call('POST', `/employees/${report}/terminate`, end));
    expect([left.result.status, grantEvents(left.events)]).toEqual([200, ['grant.post_archive']]);
  });
});

describe('alignManagerGrants', () => {
  const origin = { request_id: 'align', ip: null, user_agent: null };
  const emits = ['grant.post_create', 'grant.post_archive'];
  const align = (employees: number[], users: number[] = []) => {
    const caller = systemCaller(service.platform, org_id, origin, emits);
    return recorded(() =>
      writeInTransaction(caller, (tx) => alignManagerGrants(tx, caller, employees, users)),
    );
  };
  const change = (id: number, fields: Prisma.Sql) =>
    executeOperational(
      service.platform,
      sql`update employees set ${fields} where org_id = ${org_id} and id = ${id} returning id`,
    );

  it('holds the access lock until the transaction ends', async () => {
    const { id } = await employeeWithUser();
    const caller = systemCaller(service.platform, org_id, origin, emits);
    const align = async (tx: Transaction) => {
      await alignManagerGrants(tx, caller, [id]);
      return holdsAccessLock(tx, caller);
    };
    expect(await writeInTransaction(caller, align)).toBe(true);
  });

  it('follows changes of user, manager and status, and is idempotent', async () => {
    const [before, after] = [await employeeWithUser(), await service.newUser(owner, ['employee'])];
    const other = await employeeWithUser();
    const report = (await hire({ manager_id: before.id })).body.id;
    await change(before.id, sql`user_id = ${after.user.id}`);
    expect((await align([before.id], [before.user.user.id])).events).toHaveLength(2);
    expect([await derivedGrants(before.user), await derivedGrants(after)]).toMatchObject([
      [],
      [{ source: 'hierarchy' }],
    ]);

    await change(report, sql`manager_id = ${other.id}`);
    expect((await align([before.id, other.id])).events).toHaveLength(2);
    expect([await derivedGrants(after), await derivedGrants(other.user)]).toMatchObject([[], [{}]]);

    await change(report, sql`status = 'terminated', end_date = current_date`);
    expect((await align([other.id])).events).toHaveLength(1);
    await change(report, sql`status = 'active', end_date = null`);
    expect((await align([], [other.user.user.id])).events).toHaveLength(1);
    await change(other.id, sql`deleted_at = now()`);
    expect((await align([before.id], [before.user.user.id])).events).toEqual([]);
    expect((await align([other.id])).events).toHaveLength(1);
    await change(other.id, sql`deleted_at = null`);
    expect((await align([other.id])).events).toHaveLength(1);

    await change(other.id, sql`status = 'on_leave'`);
    expect((await align([other.id, other.id])).events).toEqual([]);
    await change(other.id, sql`status = 'terminated', end_date = current_date`);
    expect((await align([other.id])).events).toHaveLength(1);
    expect((await align([other.id])).events).toEqual([]);
  });
});
