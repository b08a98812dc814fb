import { areas } from '@wfp/areas';
import type { Permission, Resource, Right, Scope } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client } from '@wfp/testing';
import { inject } from 'vitest';
import { definitions } from '../generated/derived/records.ts';
import type { ExpectedScope } from './row-scope-model.ts';
import type { RowScopeWorld, TeamName } from './row-scope-world.ts';

const { sql } = Prisma;

/** The scopes of the roles. */
const kinds: Record<string, readonly Scope[]> = {
  own: ['own'],
  reports: ['reports'],
  team: ['team'],
  all_three: ['own', 'reports', 'team'],
  org: ['org'],
};

/** A way to hold a permission: a role, in a grant that may be limited to own rows or a team. */
export interface ScopeVariant {
  name: string;
  role: string;
  bound?: 'own' | TeamName;
}

/** Adding a member requires no right on the employee, so memberships give no rights on people and their seats. */
export const resourcesByPrimaryTeam = ['employee', 'employee_change', 'employee_private', 'position'];

/** All variants that cover less than the whole organization. */
export const scopeVariants: readonly ScopeVariant[] = [
  { name: 'own rows', role: 'own' },
  { name: 'rows of reports', role: 'reports' },
  { name: 'rows of teams', role: 'team' },
  { name: 'all three', role: 'all_three' },
  { name: 'everything, in a grant for own rows', role: 'org', bound: 'own' },
  { name: 'everything, in a grant for north', role: 'org', bound: 'north' },
  { name: 'everything, in a grant for crew', role: 'org', bound: 'crew' },
  { name: 'rows of teams, in a grant for south', role: 'team', bound: 'south' },
];

/** For some resources even owners have only `own`, and cannot grant more. */
const knownScopes = ({ scopes, builtin }: Resource): readonly Scope[] =>
  builtin.owner?.includes('@') ? scopes : [...scopes, 'org'];

/** A resource with row scopes, and the endpoints that return its rows. */
export interface ScopedResource {
  resource: Resource & { rows: NonNullable<Resource['rows']> };
  /** The path of the list; a row is at `/:id` below it. */
  list: string | undefined;
  /** For sub-resources: the path of the list below a parent, and the column with the parent's id. */
  childList: { list: (whole: number) => string; column: string } | undefined;
  exportPath: string | undefined;
}

const childListByCode: Record<string, ScopedResource['childList']> = {
  user_identity: { list: (id) => `/users/${id}/identities`, column: 'user_id' },
  task_comment: { list: (id) => `/tasks/${id}/comments`, column: 'task_id' },
  employee_change: { list: (id) => `/employees/${id}/changes`, column: 'employee_id' },
};

/** Returns the list below a parent: from `childListByCode`, otherwise derived from the declaration. */
function findChildList({ code, rows }: Resource): ScopedResource['childList'] {
  const known = childListByCode[code];
  const definition = rows && definitions.get(rows.table);
  const column = definition?.declared.parent?.field;
  if (known || !definition || !column) return known;
  const { path } = definition.rows.route;
  return { list: (whole) => path.replace(/:\w+/, String(whole)), column };
}

const endpoints = areas.flatMap((area) => area.endpoints ?? []);
const readPaths = (code: string) =>
  endpoints.filter((one) => one.method === 'get' && one.can === `${code}:read`).map((one) => one.path);
const listPathOf = (code: string) =>
  readPaths(code).find((path) => !path.includes(':') && readPaths(code).includes(`${path}/:id`));

/** All resources with row scopes. The roles have rights on all of them. */
const allScopedResources: readonly ScopedResource[] = areas
  .flatMap((area) => area.resources ?? [])
  .flatMap((one) => (one.rows && one.scopes.length > 0 ? [{ ...one, rows: one.rows }] : []))
  .map((resource) => ({
    resource,
    list: listPathOf(resource.code),
    childList: findChildList(resource),
    exportPath: areas.flatMap((area) => area.exports ?? []).find((one) => one.resource === resource.code)
      ?.path,
  }));

/** The codes of the resources to check; null for all. Tests about tasks and employees require null. */
export const chosen = inject('rowScopeResources');

export const scopedResources = allScopedResources.filter(
  ({ resource }) => chosen?.includes(resource.code) ?? true,
);

type RolePermission = { permission: Permission; scopes: readonly Scope[] };

/** Creates a role. Returns its id. */
export async function makeRole(owner: Client, code: string, permissions: RolePermission[]): Promise<number> {
  const response = await owner.call('POST', '/roles', { code: `scoped_${code}`, name: code, permissions });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.id;
}

/** The permissions with some rights on all resources, with those of the scopes that each resource has. */
export const scopedPermissions = (
  scopes: readonly Scope[],
  rightsOf: (one: ScopedResource) => readonly Right[],
): RolePermission[] =>
  allScopedResources.flatMap((one) => {
    const known = scopes.filter((scope) => knownScopes(one.resource).includes(scope));
    if (known.length === 0) return [];
    return rightsOf(one).map((right) => ({
      permission: `${one.resource.code}:${right}` as const,
      scopes: known,
    }));
  });

/**
 * Creates the roles of all variants, and a role to read events, which have no row scope of their own.
 *
 * @param rightsOf the rights of the roles on a resource: by default those to read and export its rows
 */
export async function makeRoles(
  { owner }: RowScopeWorld,
  rightsOf: (one: ScopedResource) => readonly Right[] = ({ exportPath }) =>
    exportPath ? ['read', 'export'] : ['read'],
): Promise<Record<string, number>> {
  const roles: Record<string, number> = {
    events: await makeRole(owner, 'events', [{ permission: 'event:read', scopes: ['org'] }]),
  };
  for (const [code, scopes] of Object.entries(kinds))
    roles[code] = await makeRole(owner, code, scopedPermissions(scopes, rightsOf));
  return roles;
}

/** Replaces all grants of a user by those of a variant. */
export async function grantVariant(
  { owner, service, teams }: RowScopeWorld,
  roles: Record<string, number>,
  who: Client,
  { role, bound }: ScopeVariant,
): Promise<void> {
  await executeOperational(
    service.platform,
    sql`update grants set deleted_at = now() where org_id = ${who.user.org_id} and user_id = ${who.user.id}
      and deleted_at is null returning id`,
  );
  const bounds = {
    scope: bound === 'own' ? 'own' : 'team',
    ...(bound !== 'own' && bound && { team_id: teams[bound] }),
  };
  for (const grant of [{ role_id: roles[role], ...(bound && bounds) }, { role_id: roles.events }]) {
    const response = await owner.call('POST', '/grants', { user_id: who.user.id, ...grant });
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  }
}

/**
 * Returns the row scope of a variant on a resource; null if it does not apply, because the resource lacks the scope.
 */
export function expectedScope(
  { resource }: ScopedResource,
  { role, bound }: ScopeVariant,
  world: RowScopeWorld,
): ExpectedScope | null {
  const known = (kinds[role] ?? []).filter((one) => knownScopes(resource).includes(one));
  if (bound === undefined) return known.length === 0 ? null : { scopes: known };
  const within = bound === 'own' ? 'own' : 'team';
  const gives = resource.scopes.includes(within) && (known.includes('org') || known.includes(within));
  if (!gives) return null;
  return bound === 'own' ? { scopes: ['own'] } : { scopes: [], team_id: world.teams[bound] };
}
