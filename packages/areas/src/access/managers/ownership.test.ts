import { Prisma, writeInTransaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSignedInCaller } from '../testing/signed-in-caller.ts';
import { transferOwnerRole } from './ownership.service.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let next: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  next = await service.newUser(owner, ['employee']);
  const { body } = await owner.call('GET', '/roles?is_builtin=true');
  roles = Object.fromEntries(body.data.map((role: { code: string; id: number }) => [role.code, role.id]));
});

const transfer = (from: Client, to: number) => {
  const caller = createSignedInCaller(service, from, [
    'grant.post_create',
    'grant.post_archive',
    'grant.expired',
  ]);
  return recordedBy(service, owner.user.org_id, () =>
    writeInTransaction(caller, (tx) => transferOwnerRole(tx, caller, to)).catch(
      (error: { details?: { fieldErrors: object } }) => error.details?.fieldErrors,
    ),
  );
};
const grantTo = async ({ user }: Client, code: string, more: object = {}): Promise<number> =>
  (await owner.call('POST', '/grants', { user_id: user.id, role_id: roles[code], ...more })).body.id;
const grantsOf = async ({ user }: Client, by = owner) =>
  (await by.call('GET', `/grants?user_id=${user.id}`)).body.data.map(
    (grant: { role_code: string; scope: string }) => `${grant.role_code} ${grant.scope}`,
  );
const idOf = async ({ user }: Client, code: string): Promise<number> =>
  (await owner.call('GET', `/grants?user_id=${user.id}&role_id=${roles[code]}`)).body.data[0].id;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const newServiceUser = async (last_name: string): Promise<number> => {
  const email = `${last_name.toLowerCase()}@example.test`;
  const body = { is_service: true, role_ids: [], first_name: 'Service', last_name, email };
  return (await owner.call('POST', '/users', body)).body.id;
};

it('requires an owner who is no service user', async () => {
  const user_id = await newServiceUser('Robot');
  await owner.call('POST', '/grants', { user_id, role_id: roles['owner'] });
  const mine = await idOf(owner, 'owner');
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('DELETE', `/grants/${mine}`),
  );
  expect([result.status, result.body.details.fieldErrors, left]).toEqual([
    422,
    { id: ['The organization must keep an owner'] },
    nothing,
  ]);
});

describe('transferOwnerRole', () => {
  it('makes the other user an owner, and the caller an administrator', async () => {
    const mine = await idOf(owner, 'owner');
    const { events } = await transfer(owner, next.user.id);
    expect(events.map((event) => event.split(' ')[0])).toEqual([
      ...['grant.post_create', 'grant.post_create', 'grant.post_archive'],
    ]);
    expect(events.at(-1)).toBe(`grant.post_archive ${mine}`);
    expect([await grantsOf(owner, next), await grantsOf(next, next)]).toEqual([
      ['admin role'],
      ['employee role', 'owner role'],
    ]);
  });

  it('creates no grant that the users have already', async () => {
    await grantTo(next, 'owner');
    await grantTo(owner, 'admin');
    const mine = await idOf(owner, 'owner');
    expect((await transfer(owner, next.user.id)).events).toEqual([`grant.post_archive ${mine}`]);
  });

  it('keeps grants of other roles, for a team or for own rows', async () => {
    const team = (await owner.call('POST', '/teams', { name: 'Kept' })).body.id;
    await grantTo(owner, 'admin', { scope: 'team', team_id: team });
    await grantTo(owner, 'admin', { scope: 'own' });
    await grantTo(next, 'viewer', { ends_at: inAnHour() });
    await grantTo(next, 'owner', { scope: 'own' });
    await transfer(owner, next.user.id);
    expect([await grantsOf(owner, next), await grantsOf(next, next)]).toEqual([
      ['admin team', 'admin own', 'admin role'],
      ['employee role', 'viewer role', 'owner own', 'owner role'],
    ]);
  });

  it('replaces a grant that ends', async () => {
    const soon = await grantTo(next, 'owner', { ends_at: inAnHour() });
    const { events } = await transfer(owner, next.user.id);
    expect(events).toContain(`grant.post_archive ${soon}`);
    expect(await grantsOf(next, next)).toEqual(['employee role', 'owner role']);
  });

  it('is rejected from a user who is not an owner', async () => {
    const { result, ...left } = await transfer(next, owner.user.id);
    expect([result, left]).toEqual([{ user_id: ['You are no longer an owner'] }, nothing]);
  });

  it('is rejected to a user who is deleted or cannot sign in', async () => {
    await executeOperational(
      service.platform,
      sql`update users set status = 'suspended' where org_id = ${owner.user.org_id} and id = ${next.user.id} returning id`,
    );
    const { result, ...left } = await transfer(owner, next.user.id);
    expect([result, left]).toEqual([{ user_id: ['Must be able to sign in'] }, nothing]);
    const integration = await newServiceUser('Integration');
    expect(await transfer(owner, integration)).toEqual({
      ...nothing,
      result: { user_id: ['Must be able to sign in'] },
    });
    const gone = await service.newUser(owner, ['employee']);
    await owner.call('DELETE', `/users/${gone.user.id}`);
    const { result: missing, ...none } = await transfer(owner, gone.user.id);
    expect([missing, none]).toEqual([{ user_id: ['Does not exist'] }, nothing]);
  });
});
