import { Prisma, writeInTransaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSignedInCaller, holdsAccessLock } from '../testing/signed-in-caller.ts';
import { grantDefaultRole, rejectLosingLastOwner } from './grants.service.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  const { body } = await owner.call('GET', '/roles?limit=100');
  roles = Object.fromEntries(body.data.map((role: { code: string; id: number }) => [role.code, role.id]));
});

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const grant = (user: Client, role: string, more: object = {}) =>
  owner.call('POST', '/grants', { user_id: user.user.id, role_id: roles[role], ...more });
const expiredGrant = async (user: Client, role: string): Promise<number> => {
  const { id } = (await grant(user, role, { ends_at: inAnHour() })).body;
  await executeOperational(
    service.platform,
    sql`update grants set ends_at = now() where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
  return id;
};
const ownerGrantOf = async (user: Client): Promise<number> =>
  (await owner.call('GET', `/grants?user_id=${user.user.id}&role_id=${roles.owner}`)).body.data[0].id;

describe('POST /grants', () => {
  it('rejects a deleted user', async () => {
    const user = await service.newUser(owner, ['bare']);
    expect((await owner.call('DELETE', `/users/${user.user.id}`)).status).toBe(204);
    const { result, ...left } = await recorded(() => grant(user, 'viewer'));
    expect([result.status, Object.keys(result.body.details.fieldErrors), left]).toEqual([
      422,
      ['user_id'],
      nothing,
    ]);
  });

  it('archives only expired grants of the same role to the same user', async () => {
    const [user, other] = [await service.newUser(owner, ['bare']), await service.newUser(owner, ['bare'])];
    const mine = await expiredGrant(user, 'viewer');
    await expiredGrant(user, 'auditor');
    await expiredGrant(other, 'viewer');
    const { result, events } = await recorded(() => grant(user, 'viewer'));
    expect(events).toEqual([`grant.expired ${mine}`, `grant.post_create ${result.body.id}`]);
  });

  it('stores a period, and none if its ends are null', async () => {
    const user = await service.newUser(owner, ['bare']);
    const [starts_at, ends_at] = ['2098-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
    expect((await grant(user, 'viewer', { starts_at, ends_at })).body).toMatchObject({ starts_at, ends_at });
    const open = { starts_at: null, ends_at: null };
    expect((await grant(user, 'auditor', open)).body).toMatchObject(open);
  });
});

describe('a deleted role', () => {
  it('is not deleted with expired grants of other roles', async () => {
    const user = await service.newUser(owner, ['bare']);
    await expiredGrant(user, 'viewer');
    const { id } = (await owner.call('POST', '/roles', { code: 'unused', name: 'Unused' })).body;
    const { events } = await recorded(() => owner.call('DELETE', `/roles/${id}`));
    expect(events).toEqual([`role.post_archive ${id}`]);
  });
});

describe('rejectLosingLastOwner', () => {
  const check = (user_id: number) => {
    const caller = createSignedInCaller(service, owner, []);
    return writeInTransaction(caller, async (tx) => {
      await rejectLosingLastOwner(tx, caller, user_id, 'user_id');
      return holdsAccessLock(tx, caller);
    });
  };
  const lastOwner = { details: { fieldErrors: { user_id: ['The organization must keep an owner'] } } };

  it('rejects the loss of the last owner, and holds the access lock otherwise', async () => {
    await expect(check(owner.user.id)).rejects.toMatchObject(lastOwner);
    const second = await service.newUser(owner, ['owner']);
    const other = await service.newUser(owner, ['bare']);
    for (const { user } of [owner, second, other]) expect(await check(user.id)).toBe(true);
  });

  it('rejects nothing if no owner can sign in', async () => {
    await executeOperational(
      service.platform,
      sql`update users set status = 'suspended' where org_id = ${owner.user.org_id} and id = ${owner.user.id} returning id`,
    );
    expect(await check(owner.user.id)).toBe(true);
  });
});

it('grants the default role under the access lock', async () => {
  const { user } = await service.newUser(owner, ['bare']);
  const caller = createSignedInCaller(service, owner, ['grant.post_create']);
  const { result, events } = await recorded(() =>
    writeInTransaction(caller, async (tx) => {
      await grantDefaultRole(tx, caller, user.id);
      return holdsAccessLock(tx, caller);
    }),
  );
  const { body } = await owner.call('GET', `/grants?user_id=${user.id}&role_id=${roles.employee}`);
  expect([result, events]).toEqual([true, [`grant.post_create ${body.data[0].id}`]]);
  expect(body.data[0]).toMatchObject({ source: 'default', scope: 'role' });
});

describe('an owner', () => {
  it('can end the grant of another owner, including the first one', async () => {
    const second = await service.newUser(owner, ['owner']);
    const first = await ownerGrantOf(owner);
    const { result, events } = await recorded(() => second.call('DELETE', `/grants/${first}`));
    expect([result.status, events]).toEqual([204, [`grant.post_archive ${first}`]]);
  });

  it('is the last one if others have only grants for own rows or grants that start later', async () => {
    const [own, later] = [await service.newUser(owner, ['bare']), await service.newUser(owner, ['bare'])];
    expect((await grant(own, 'owner', { scope: 'own' })).status).toBe(201);
    expect((await grant(later, 'owner', { starts_at: inAnHour() })).status).toBe(201);
    const mine = await ownerGrantOf(owner);
    const { result, ...left } = await recorded(() => owner.call('DELETE', `/grants/${mine}`));
    expect([result.status, Object.keys(result.body.details.fieldErrors), left]).toEqual([
      422,
      ['id'],
      nothing,
    ]);
  });

  it('counts as permanent with a grant that has started', async () => {
    const second = await service.newUser(owner, ['bare']);
    const { id } = (await grant(second, 'owner', { starts_at: inAnHour() })).body;
    await executeOperational(
      service.platform,
      sql`update grants set starts_at = now() where org_id = ${owner.user.org_id} and id = ${id} returning id`,
    );
    expect((await owner.call('DELETE', `/grants/${await ownerGrantOf(owner)}`)).status).toBe(204);
  });
});
