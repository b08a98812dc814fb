import { areas } from '@wfp/areas';
import type { Permission, Resource, Scope } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client } from '@wfp/testing';
import { inject } from 'vitest';
import { definitions } from '../generated/derived/records.ts';
import type { ExpectedScope } from './row-scope-model.ts';
import type { RowScopeWorld, TeamName } from './row-scope-world.ts';

const { sql } = Prisma;

/** What a role reaches with, in a grant without bounds. */
const kinds: Record<string, readonly Scope[]> = {
  own: ['own'],
  reports: ['reports'],
  team: ['team'],
  all_three: ['own', 'reports', 'team'],
  org: ['org'],
};

/** A way to hold a permission: by a role of these scopes, in a grant for all they reach or for part of it. */
export interface ScopeVariant {
  name: string;
  role: string;
  bound?: 'own' | TeamName;
}

/** Every way that does not reach everything. */
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

/** Of some resources even an owner holds no more than their own rows, and so gives no more. */
const knownScopes = ({ scopes, builtin }: Resource): readonly Scope[] =>
  builtin.owner?.includes('@') ? scopes : [...scopes, 'org'];

/** A resource whose rows belong to somebody, with where they are shown. */
export interface ScopedResource {
  resource: Resource & { rows: NonNullable<Resource['rows']> };
  /** Where all of them are listed; each is below it at `/:id`. */
  list: string | undefined;
  /** For parts of something: where those of one whole are listed, and which column names it. */
  childList: { list: (whole: number) => string; column: string } | undefined;
  exportPath: string | undefined;
}

const childListByCode: Record<string, ScopedResource['childList']> = {
  user_identity: { list: (id) => `/users/${id}/identities`, column: 'user_id' },
  task_comment: { list: (id) => `/tasks/${id}/comments`, column: 'task_id' },
  employee_change: { list: (id) => `/employees/${id}/changes`, column: 'employee_id' },
};

/** Parts of something that no table above knows: the rows of a declared resource below another. */
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

/** Every resource whose rows have a scope: the roles have rights on all of them. */
const allScopedResources: readonly ScopedResource[] = areas
  .flatMap((area) => area.resources ?? [])
  .flatMap((resource) => (resource.rows ? [{ ...resource, rows: resource.rows }] : []))
  .map((resource) => ({
    resource,
    list: listPathOf(resource.code),
    childList: findChildList(resource),
    exportPath: areas.flatMap((area) => area.exports ?? []).find((one) => one.resource === resource.code)
      ?.path,
  }));

/** The codes of the resources to walk; null for all of them. Tests that are about tasks and employees need null. */
export const chosen = inject('rowScopeResources');

export const scopedResources = allScopedResources.filter(
  ({ resource }) => chosen?.includes(resource.code) ?? true,
);

/** Makes the roles of all ways. Reading events has no owner of its own, and stands apart. */
export async function makeRoles({ owner }: RowScopeWorld): Promise<Record<string, number>> {
  const roles: Record<string, number> = {};
  const make = async (code: string, permissions: { permission: Permission; scopes: readonly Scope[] }[]) => {
    const answer = await owner.call('POST', '/roles', { code: `walk_${code}`, name: code, permissions });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    roles[code] = answer.body.id;
  };
  await make('events', [{ permission: 'event:read', scopes: ['org'] }]);
  for (const [code, scopes] of Object.entries(kinds)) {
    const permissions = allScopedResources.flatMap(({ resource, exportPath }) => {
      const known = scopes.filter((scope) => knownScopes(resource).includes(scope));
      const rights = exportPath ? (['read', 'export'] as const) : (['read'] as const);
      return known.length === 0
        ? []
        : rights.map((right) => ({ permission: `${resource.code}:${right}` as const, scopes: known }));
    });
    await make(code, permissions);
  }
  return roles;
}

/** Takes everything from somebody, and has them hold what they hold one way. */
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
    const answer = await owner.call('POST', '/grants', { user_id: who.user.id, ...grant });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  }
}

/** How far a way reaches on a resource; null where it gives nothing, since rows cannot be told apart that way. */
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
