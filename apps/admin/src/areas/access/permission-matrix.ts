import type { components } from '@wfp/client';

export type Permission = components['schemas']['PermissionMetadata'];
export type HeldPermission = components['schemas']['Role']['permissions'][number];

/** The rights of a resource in the matrix, in the order of its columns. */
export interface MatrixRow {
  resource: string;
  permissions: readonly Permission[];
}

/** One row for each resource, and the rights that any of them has. */
export function matrixOf(permissions: readonly Permission[]): { rows: MatrixRow[]; rights: string[] } {
  const resources = [...new Set(permissions.map(({ resource }) => resource))];
  return {
    rights: [...new Set(permissions.map(({ right }) => right))],
    rows: resources.map((resource) => ({
      resource,
      permissions: permissions.filter((one) => one.resource === resource),
    })),
  };
}

/** Scopes by permission, as a text whose parts are separated by commas; empty for a permission that is not held. */
export type Scopes = Readonly<Record<string, string>>;

export const scopesOf = (held: readonly HeldPermission[]): Scopes =>
  Object.fromEntries(held.map(({ permission, scopes }) => [permission, scopes.join(',')]));

/** The choices for a permission: none, each scope, and the present combination of several. */
export const choicesFor = ({ scopes }: Permission, present: string): string[] => [
  ...new Set(['', ...scopes, present]),
];

/** The body of the request that replaces the permissions of a role. */
export const heldOf = (scopes: Scopes) =>
  Object.entries(scopes).flatMap(([permission, text]) =>
    text === '' ? [] : [{ permission, scopes: text.split(',') as HeldPermission['scopes'] }],
  );
