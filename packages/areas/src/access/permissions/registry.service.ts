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
import { scopesOf } from '../authority/access.policy.ts';
import { grantsOf } from './explain.store.ts';

type Asked = Pick<Call<unknown, unknown, unknown>, 'caller'>;

const listed = <Row>(data: readonly Row[]) => ({ data, total: data.length });

const meanings: Record<Right, string> = {
  read: 'See rows',
  create: 'Make rows',
  update: 'Change rows',
  archive: 'Delete, deactivate or revoke rows',
  export: 'Take rows out as a file',
  approve: 'Decide what waits for approval',
  assign: 'Hand rows to somebody',
  publish: 'Make visible to others',
  run: 'Start runs',
  manage: 'Configure, act on rows of others, restore; stands for every other right of its resource',
};

export function listRights() {
  return listed(rights.map((code) => ({ code, description: meanings[code] })));
}

/** Every permission there is: what some endpoint asks for. */
export function listPermissions({ caller }: Asked) {
  const { access } = caller.platform;
  return listed(
    access.permissions.map((permission) =>
      row(permission, scopesWith(access.resources.get(resourceOf(permission)))),
    ),
  );
}

const row = (permission: Permission, scopes: readonly Scope[]) => ({
  permission,
  resource: resourceOf(permission),
  right: rightOf(permission),
  scopes,
});

const scopesWith = (resource: Resource | undefined): Scope[] => [
  ...new Set<Scope>([...(resource?.scopes ?? []), 'org']),
];

/** What the caller may do, for clients that show only what works. */
export function myPermissions({ caller }: Asked) {
  return listed(
    caller.platform.access.permissions.flatMap((permission) => {
      const reach = caller.reach(permission);
      return reach ? [row(permission, scopesOf(reach))] : [];
    }),
  );
}

/** What a user may do. */
export async function permissionsOfUser({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  const held = await grantsOf(caller, params.id);
  if (!held) throw notFound('User');
  const { access } = caller.platform;
  return listed(
    access.permissions.flatMap((permission) => {
      const reach = access.reach(held.grants, permission);
      return reach ? [row(permission, scopesOf(reach))] : [];
    }),
  );
}

export function listResources({ caller }: Asked) {
  return listed(resourceRows(caller));
}

export function getResource({ caller, params }: Call<{ code: string }, unknown, unknown>) {
  const found = resourceRows(caller).find((one) => one.code === params.code);
  if (!found) throw notFound('Resource');
  return found;
}

function resourceRows({ platform }: Caller) {
  const areas = areasOf(platform);
  const endpoints = areas.flatMap((area) => area.endpoints ?? []);
  return areas.flatMap((area) =>
    (area.resources ?? []).map((resource) => ({
      code: resource.code,
      label: resource.label,
      area: area.name,
      rights: platform.access.permissions.filter((one) => resourceOf(one) === resource.code).map(rightOf),
      scopes: scopesWith(resource),
      fields: fieldsOf(resource, endpoints),
    })),
  );
}

/** The fields of a resource's rows, from what reading one of them answers with; none where nobody reads one. */
function fieldsOf(resource: Resource, endpoints: readonly Endpoint[]): string[] {
  const reading = endpoints
    .filter((one) => one.method === 'get' && one.kind === 'plain' && one.can === `${resource.code}:read`)
    .sort((one, other) => one.path.length - other.path.length);
  const single = reading.find((one) => /^\/[\w-]+\/:\w+$/.test(one.path)) ?? reading[0];
  if (!single) return [];
  const { shape } = successOf(single) as { shape: Shaped | null };
  return Object.keys(shape?.shape?.data?.element?.shape ?? shape?.shape ?? {});
}

/** An object schema, or that of a list. */
interface Shaped {
  shape?: Record<string, unknown> & { data?: { element?: { shape?: object } } };
}
