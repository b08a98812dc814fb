import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRoleHashes, type ReadRows } from './granted-roles.store.ts';
import { completeRoles, findWithRoles, roleCacheOf } from './granted-roles.ts';
import { RoleCache } from './role-cache.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let ids: number[];
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const made = await executeOperational<{ id: number }>(
    service.platform,
    sql`insert into roles (org_id, code, name, permissions)
      select ${owner.user.org_id}, 'many_' || n, 'Many', jsonb_build_object('task:read', jsonb_build_array('org'))
      from generate_series(1, 30) n returning id`,
  );
  ids = made.map(({ id }) => id);
});
afterAll(() => service.stop());

/** Counts the rows that each statement returns. */
function counting() {
  const counts: number[] = [];
  const rows: ReadRows = async <Row>(statement: Prisma.Sql) => {
    const found = await service.rows<Row & object>(statement);
    counts.push(found.length);
    return found;
  };
  return { counts, rows };
}

const hashesOf = async () =>
  new Map((await findRoleHashes(service.rows, owner.user.org_id, ids))?.hashes ?? []);
const change = (id: number, permissions: object) =>
  executeOperational(
    service.platform,
    sql`update roles set permissions = ${JSON.stringify(permissions)}::jsonb where id = ${id} returning id`,
  );

it('reads at most 10 roles with a statement, and after a change only the changed role', async () => {
  const cache = new RoleCache();
  const first = counting();
  const before = await hashesOf();
  const roles = await completeRoles(cache, first.rows, owner.user.org_id, before);
  expect([roles.size, first.counts]).toEqual([30, [10, 10, 10]]);
  const [id = 0] = ids;
  await change(id, { 'task:update': ['own', 'team'] });
  const second = counting();
  const after = await hashesOf();
  const current = await completeRoles(cache, second.rows, owner.user.org_id, after);
  expect(second.counts).toEqual([1]);
  expect(current.get(id)?.role?.permissions).toEqual({ 'task:update': ['own', 'team'] });
  expect(ids.filter((one) => before.get(one) !== after.get(one))).toEqual([id]);
  const third = counting();
  await completeRoles(cache, third.rows, owner.user.org_id, after);
  expect(third.counts).toEqual([]);
});

it('returns no role that changed after its hash was read', async () => {
  const [, id = 0] = ids;
  const before = await hashesOf();
  await change(id, { 'team:read': ['org'] });
  const roles = await completeRoles(new RoleCache(), service.rows, owner.user.org_id, before);
  expect([roles.size, roles.has(id)]).toEqual([29, false]);
});

it('computes the hash of a role of an earlier release, which has none', async () => {
  const [, , id = 0] = ids;
  const before = (await hashesOf()).get(id);
  await executeOperational(
    service.platform,
    sql`update roles set rights_hash = null where id = ${id} returning id`,
  );
  expect((await hashesOf()).get(id)).toBe(before);
});

it('gives up with 503 if the roles change each time that they are read', async () => {
  let reads = 0;
  const found = findWithRoles(service.platform, async () => {
    reads += 1;
    const grants: [number, 'role', null][] = [[ids[0] ?? 0, 'role', null]];
    return { org_id: owner.user.org_id, roles_version: `version ${reads}`, grants };
  });
  await expect(found).rejects.toMatchObject({ status: 503 });
  expect(reads).toBe(5);
});

it('adds roles that the cache cannot hold, and omits grants of deleted and missing roles', async () => {
  const id = ids.at(-1) ?? 0;
  const removed = ids.at(-2) ?? 0;
  await executeOperational(
    service.platform,
    sql`update roles set deleted_at = now() where id = ${removed} returning id`,
  );
  const find = async () => {
    const [row] = await service.rows<{ roles_version: string }>(
      sql`select roles_version from organizations where id = ${owner.user.org_id}`,
    );
    const grants: [number, 'own', null][] = [id, removed, 2_000_000_000].map((one) => [one, 'own', null]);
    // Removes the role from the cache after every read.
    const filler = { hash: 'x', role: { role_code: 'x', is_builtin: false, permissions: wide } };
    roleCacheOf(service.platform).add(owner.user.org_id, null, new Map([[0, filler]]));
    return { org_id: owner.user.org_id, roles_version: row?.roles_version ?? '', grants };
  };
  const found = await findWithRoles(service.platform, find);
  const permissions = { 'task:read': ['org'] };
  expect(found?.grants).toEqual([
    { role_code: 'many_30', is_builtin: false, permissions, scope: 'own', team_id: null },
  ]);
});

const wide = Object.fromEntries(Array.from({ length: 70_000 }, (_, index) => [`task:${index}`, []]));
