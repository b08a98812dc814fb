import {
  areasOf,
  type Call,
  type Caller,
  type Endpoint,
  notFound,
  type Permission,
  type Resource,
  type Right,
  resourceOf,
  rightOf,
  rights,
  type Scope,
  successOf,
} from '@wfp/shared';
import { completeList } from '@wfp/shared/contract';
import { listScopes } from '../authority/access.policy.ts';
import { findUserWithGrants } from './explain.store.ts';

type CallerCall = Pick<Call<unknown, unknown, unknown>, 'caller'>;

const rightDescriptions: Record<Right, string> = {
  read: 'See rows',
  create: 'Create rows',
  update: 'Change rows',
  archive: 'Delete, deactivate or revoke rows',
  export: 'Export rows to a file',
  approve: 'Approve or reject rows',
  assign: 'Assign rows to users',
  publish: 'Make visible to others',
  run: 'Start runs',
  manage: 'Configure, act on rows of others, restore; includes every other right of the resource',
};

export function listRights() {
  return completeList(rights.map((code) => ({ code, description: rightDescriptions[code] })));
}

/** Lists the permissions that endpoints require. */
export function listPermissions({ caller }: CallerCall) {
  const { access } = caller.platform;
  return completeList(
    access.permissions.map((permission) =>
      toPermissionRow(permission, supportedScopes(access.resources.get(resourceOf(permission)))),
    ),
  );
}

const toPermissionRow = (permission: Permission, scopes: readonly Scope[]) => ({
  permission,
  resource: resourceOf(permission),
  right: rightOf(permission),
  scopes,
});

const supportedScopes = (resource: Resource | undefined): Scope[] => [
  ...new Set<Scope>([...(resource?.scopes ?? []), 'org']),
];

/** Lists the caller's permissions, for clients that show only allowed actions. */
export function listMyPermissions({ caller }: CallerCall) {
  return completeList(
    caller.platform.access.permissions.flatMap((permission) => {
      const rowScope = caller.rowScopeFor(permission);
      return rowScope ? [toPermissionRow(permission, listScopes(rowScope))] : [];
    }),
  );
}

export async function listUserPermissions({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  const user = await findUserWithGrants(caller, params.id);
  if (!user) throw notFound('User');
  const { access } = caller.platform;
  return completeList(
    access.permissions.flatMap((permission) => {
      const rowScope = access.rowScopeFor(user.grants, permission);
      return rowScope ? [toPermissionRow(permission, listScopes(rowScope))] : [];
    }),
  );
}

export function listResources({ caller }: CallerCall) {
  return completeList(describeResources(caller));
}

export function getResource({ caller, params }: Call<{ code: string }, unknown, unknown>) {
  const found = describeResources(caller).find((one) => one.code === params.code);
  if (!found) throw notFound('Resource');
  return found;
}

function describeResources({ platform }: Caller) {
  const areas = areasOf(platform);
  const endpoints = areas.flatMap((area) => area.endpoints ?? []);
  return areas.flatMap((area) =>
    (area.resources ?? []).map((resource) => ({
      code: resource.code,
      label: resource.label,
      area: area.name,
      rights: platform.access.permissions.filter((one) => resourceOf(one) === resource.code).map(rightOf),
      scopes: supportedScopes(resource),
      fields: listResourceFields(resource, endpoints),
    })),
  );
}

/**
 * Returns the fields of a resource, from the response of the endpoint that reads one row, or else of the read endpoint
 * with the shortest path. Returns an empty list if no endpoint reads the resource.
 */
function listResourceFields(resource: Resource, endpoints: readonly Endpoint[]): string[] {
  const reading = endpoints
    .filter((one) => one.method === 'get' && one.kind === 'plain' && one.can === `${resource.code}:read`)
    .sort((one, other) => one.path.length - other.path.length);
  const single = reading.find((one) => /^\/[\w-]+\/:\w+$/.test(one.path)) ?? reading[0];
  if (!single) return [];
  const { shape } = successOf(single) as { shape: ObjectSchema | null };
  return Object.keys(shape?.shape?.data?.element?.shape ?? shape?.shape ?? {});
}

/** An object schema, or the schema of a list response. */
interface ObjectSchema {
  shape?: Record<string, unknown> & { data?: { element?: { shape?: object } } };
}
