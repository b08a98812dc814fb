import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { addGrants } from '@wfp/testing/grants.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReadRows } from '../granted-roles/granted-roles.store.ts';
import { findGrantsOfActiveUser } from './lock.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let user: Client;
let role_id: number;
let caller: Caller;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const origin = { request_id: 'lock', ip: null, user_agent: null };
  caller = systemCaller(service.platform, owner.user.org_id, origin, []);
});
afterAll(() => service.stop());
beforeEach(async () => {
  user = await service.newUser(owner, []);
  const [grant_id] = await addGrants(service, user, 1);
  const [grant] = await service.rows<{ role_id: number }>(
    sql`select role_id from grants where id = ${grant_id}`,
  );
  role_id = grant?.role_id ?? 0;
  await executeOperational(
    service.platform,
    sql`insert into grants (org_id, user_id, role_id, scope)
      values (${owner.user.org_id}, ${user.user.id}, ${role_id}, 'own') returning id`,
  );
});

const setPermissions = (permissions: object) =>
  executeOperational(
    service.platform,
    sql`update roles set permissions = ${JSON.stringify(permissions)}::jsonb where id = ${role_id} returning id`,
  );

/** Reads the grants of the user, and returns them with the number of rows of each statement. */
async function read(afterEach: () => Promise<unknown> = async () => undefined) {
  const counts: number[] = [];
  const rows: ReadRows = async <Row>(statement: Prisma.Sql) => {
    const found = await service.rows<Row & object>(statement);
    counts.push(found.length);
    await afterEach();
    return found;
  };
  const grants = await findGrantsOfActiveUser(rows, caller, user.user.id).catch((error) => error);
  return { grants, counts };
}

it('reads what a role gives once for all of its grants, and again only after a change', async () => {
  const first = await read();
  expect(first.counts).toEqual([2, 1]);
  const permissions = { 'task:read': ['org'] };
  expect(first.grants).toMatchObject([
    { role_id, scope: 'role', permissions },
    { role_id, scope: 'own', permissions },
  ]);
  expect(await read()).toEqual({ ...first, counts: [2] });
  await setPermissions({ 'team:read': ['org'] });
  const { grants, counts } = await read();
  expect([counts, grants[1].permissions]).toEqual([[2, 1], { 'team:read': ['org'] }]);
});

it('reads the grants again if a role changes before it is read', async () => {
  let changes = 0;
  const { grants, counts } = await read(async () => {
    changes += 1;
    if (changes === 1) await setPermissions({ 'team:update': ['own'] });
  });
  expect([counts, grants[0].permissions]).toEqual([[2, 1, 2], { 'team:update': ['own'] }]);
});

it('gives up with 503 if a role changes each time that it is read', async () => {
  let changes = 0;
  const { grants, counts } = await read(() => {
    changes += 1;
    return setPermissions({ [`task:${changes}`]: ['own'] });
  });
  expect([grants.status, counts]).toEqual([503, Array(5).fill([2, 1]).flat()]);
});
