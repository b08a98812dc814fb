import { areas } from '@wfp/areas';
import { type Right, rights, type Scope } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { Client } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadStructure, ownedRows, permittedIds, type Structure } from './row-scope-model.ts';
import {
  expectedScope,
  grantVariant,
  makeRole,
  makeRoles,
  resourcesByPrimaryTeam,
  type ScopedResource,
  scopedPermissions,
  scopedResources,
  scopeVariants,
} from './row-scope-variants.ts';
import { type ReaderName, type RowScopeWorld, readerNames, startRowScopeWorld } from './row-scope-world.ts';

const { sql, raw } = Prisma;

/**
 * `include=can` returns exactly the rights whose row scope includes the row, and these are the rights with which the
 * operations on the row succeed. Users may read all rows, except of resources that everyone has only own rows of.
 */
let world: RowScopeWorld;
let structure: Structure;
let roles: Record<string, number>;
beforeAll(async () => {
  world = await startRowScopeWorld();
  structure = await loadStructure(world);
  const { owner } = world;
  roles = {
    ...(await makeRoles(world, rightsOn)),
    reader: await makeRole(owner, 'reader', [
      ...scopedPermissions(['own', 'org'], () => ['read']),
      // Rows below a record are read with the right to read that.
      { permission: 'place:read', scopes: ['org'] },
    ]),
    mixed: await makeRole(owner, 'mixed', rights.flatMap(permissionsOfMixed)),
  };
});
afterAll(() => world?.service.stop());

const endpoints = areas.flatMap((area) => area.endpoints ?? []);
const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ':');

/** The path of a row, with `:` for each parameter; undefined for rows without a list. */
const rowPath = ({ list, childList }: ScopedResource): string | undefined =>
  list ? `${list}/:` : childList && `${childList.list(0).replace('/0/', '/:/')}/:`;

/** The rights beyond `read` that the operations on a row require. */
function rightsOn(one: ScopedResource): Right[] {
  const path = rowPath(one);
  if (path === undefined) return [];
  const required = endpoints
    .filter(({ path: its }) => withoutNames(its) === path || withoutNames(its).startsWith(`${path}/`))
    .map(({ can }) => can);
  return rights.filter((right) => right !== 'read' && required.includes(`${one.resource.code}:${right}`));
}

/** The resources with operations that require a right on a row, and with a list. */
const resourcesWithRights = scopedResources.filter((one) => rightsOn(one).length > 0);

/** A role with another scope for each right. `manage` would include the others. */
const scopeInMixed = (right: Right): Scope | undefined =>
  right === 'manage' ? undefined : (['own', 'team', 'reports', 'org'] as const)[rights.indexOf(right) % 4];
const permissionsOfMixed = (right: Right) => {
  const scope = scopeInMixed(right);
  return scope ? scopedPermissions([scope], (one) => rightsOn(one).filter((its) => its === right)) : [];
};

/** Rights that depend on more than the owners of a row, by resource. The operations are called for these, too. */
const restricted: Readonly<Record<string, readonly Right[]>> = {
  // Only the author updates a comment, and deletes one without managing all.
  task_comment: ['update', 'archive'],
  // Only files with content are deleted.
  file: ['archive'],
  // A role is cloned with the right to create any role.
  role: ['create'],
};

interface ShownRow {
  id: number;
  path: string;
  can: Right[];
}

/** The rows of a resource that a user may read, with the rights on them. */
async function readRights(who: Client, { list, childList, resource }: ScopedResource): Promise<ShownRow[]> {
  const wholes = childList
    ? await world.service.rows<{ whole: number }>(
        sql`select distinct ${raw(childList.column)} as whole from ${raw(resource.rows.table)} where org_id = ${who.user.org_id}`,
      )
    : [];
  const paths = list ? [list] : wholes.flatMap(({ whole }) => childList?.list(whole) ?? []);
  const rows: ShownRow[] = [];
  for (const path of paths) {
    const { status, body } = await who.call('GET', `${path}?include=can&limit=100`);
    expect([path, status]).toEqual([path, expect.toBeOneOf([200, 404])]);
    for (const { id, can } of body.data ?? []) rows.push({ id, can, path: `${path}/${id}` });
  }
  return rows;
}

/** Returns the ids of the rows on which the user should have a right; `scopes` for another scope than that of the variant. */
async function expectedIds(
  name: ReaderName,
  one: ScopedResource,
  variant: (typeof scopeVariants)[number],
  scopes?: readonly Scope[],
): Promise<number[]> {
  const user_id = world.people[name].user.id;
  const { org_id } = world.owner.user;
  const person = { user_id, employee_id: name === 'guest' ? null : world.employees[name] };
  const all = await ownedRows(world, one.resource.rows, { org_id, ...person });
  if (scopes?.includes('org')) return all.map(({ id }) => id);
  const scope = scopes ? { scopes } : expectedScope(one, variant, world);
  const byPrimaryTeam = resourcesByPrimaryTeam.includes(one.resource.code);
  return scope ? permittedIds(all, person, { ...scope, byPrimaryTeam }, structure) : [];
}

/** A version that no row has: a permitted change is rejected with 412 before it is made. */
const stale = { 'if-match': '"1-0000000000000000"' };

/** The permissions that were tried, by result. */
const tried = { permitted: new Set<string>(), refused: new Set<string>() };

const standardRights: Readonly<Record<string, Right>> = { PATCH: 'update', DELETE: 'archive' };

/** The operations on a row that can be called without effect, with the rights that they require. */
function trialsOf(one: ScopedResource): [method: string, right: Right][] {
  return Object.entries(standardRights).filter(([method, right]) =>
    endpoints.some(
      (other) =>
        other.method === method.toLowerCase() &&
        other.can === `${one.resource.code}:${right}` &&
        withoutNames(other.path) === rowPath(one),
    ),
  );
}

/** Calls operations on a row without effect, and returns the rights of those that are not refused. */
async function rightsByTrial(who: Client, { path }: ShownRow, one: ScopedResource): Promise<Right[]> {
  const found: Right[] = [];
  for (const [method, right] of trialsOf(one)) {
    const { status } = await who.call(method, path, method === 'PATCH' ? {} : undefined, stale);
    expect([path, method, status]).toEqual([path, method, expect.toBeOneOf([200, 403, 404, 412, 422])]);
    const isPermitted = status !== 403 && status !== 404;
    if (isPermitted) found.push(right);
    tried[isPermitted ? 'permitted' : 'refused'].add(`${one.resource.code}:${right}`);
  }
  return found;
}

const cases = readerNames.flatMap((name) =>
  scopeVariants.map((variant) => [name, variant.name, variant] as const),
);

describe.each(cases)('%s with %s', (name, _, variant) => {
  it('has exactly the rights in scope on each row, and the operations agree', async () => {
    const who = world.people[name];
    await grantVariant(world, roles, who, variant);
    await world.owner.call('POST', '/grants', { user_id: who.user.id, role_id: roles.reader });
    for (const one of resourcesWithRights) {
      const { code } = one.resource;
      const ids = await expectedIds(name, one, variant);
      const rows = await readRights(who, one);
      const open = rightsOn(one).filter((right) => !restricted[code]?.includes(right));
      expect([code, rows.map(({ id, can }) => [id, can.filter((right) => open.includes(right))])]).toEqual([
        code,
        rows.map(({ id }) => [id, ids.includes(id) ? open : []]),
      ]);
      const kinds = Map.groupBy(rows, ({ id, can }) => [ids.includes(id), can].join());
      for (const [row] of kinds.values()) {
        if (!row) continue;
        const found = await rightsByTrial(who, row, one);
        const shown = trialsOf(one).flatMap(([, right]) => (row.can.includes(right) ? [right] : []));
        expect([row.path, found]).toEqual([row.path, shown]);
      }
    }
  });
});

describe.each(readerNames)('%s with another scope for each right', (name) => {
  it('has each right on the rows in its scope', async () => {
    const who = world.people[name];
    const variant = { name: 'mixed', role: 'mixed' };
    await grantVariant(world, roles, who, variant);
    await world.owner.call('POST', '/grants', { user_id: who.user.id, role_id: roles.reader });
    for (const one of resourcesWithRights) {
      const rows = await readRights(who, one);
      for (const right of rightsOn(one)) {
        const scope = scopeInMixed(right);
        if (!scope || restricted[one.resource.code]?.includes(right)) continue;
        const held = permissionsOfMixed(right).some(
          ({ permission }) => permission === `${one.resource.code}:${right}`,
        );
        const ids = held ? await expectedIds(name, one, variant, [scope]) : [];
        const shown = rows.filter(({ can }) => can.includes(right)).map(({ id }) => id);
        const expected = rows.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
        expect([one.resource.code, right, shown]).toEqual([one.resource.code, right, expected]);
      }
    }
  });
});

it('has tried each operation with and without the right', () => {
  const all = resourcesWithRights.flatMap((one) =>
    trialsOf(one).map(([, right]) => `${one.resource.code}:${right}`),
  );
  expect([...tried.permitted].sort()).toEqual(all.toSorted());
  // Users may read only their own files and exports.
  const ownOnly = /^(file|export):/;
  expect([...tried.refused].filter((one) => !ownOnly.test(one)).sort()).toEqual(
    all.filter((one) => !ownOnly.test(one)).sort(),
  );
});
