import type { RecordNaming, ScopedTable } from '../db/statements/scoped-table.ts';
import type { RecordedTable } from '../db/writes/recorded/recorded-table.ts';

/** A permission is `resource:right`. The existing pairs are those that endpoints require. */
export const rights = [
  'read',
  'create',
  'update',
  'archive',
  'export',
  'approve',
  'assign',
  'publish',
  'run',
  'manage',
] as const;
export type Right = (typeof rights)[number];
export type Permission = `${string}:${Right}`;

/**
 * `own`: the user's rows; `reports`: rows of employees below the user in the reporting line; `team`: rows of the
 * user's teams; `org`: all rows.
 */
export const scopes = ['own', 'reports', 'team', 'org'] as const;
export type Scope = (typeof scopes)[number];

export const builtinRoles = {
  owner: 'Owner',
  admin: 'Administrator',
  hr: 'Human resources',
  manager: 'Manager',
  employee: 'Employee',
  viewer: 'Viewer',
  auditor: 'Auditor',
} as const;
export type BuiltinRole = keyof typeof builtinRoles;

export type ScopedRights = ReadonlyMap<Right, ReadonlySet<Scope>>;

const letters: Record<string, Right> = {
  R: 'read',
  C: 'create',
  U: 'update',
  A: 'archive',
  X: 'export',
  P: 'approve',
  S: 'assign',
  B: 'publish',
  N: 'run',
  M: 'manage',
};

/**
 * Parses the short form of a role's rights on a resource: letters, then optionally `@` and the scopes they are limited
 * to. `RC UAXS@own,team A@own` means read and create on all rows, and the other rights on some rows.
 *
 * @throws Error on an unknown letter or scope
 */
export function parseRights(text: string): ScopedRights {
  const result = new Map<Right, Set<Scope>>();
  for (const group of text.split(/\s+/).filter(Boolean)) {
    const [codes = '', limit] = group.split('@');
    const granted = (limit?.split(',') ?? ['org']) as Scope[];
    for (const scope of granted) if (!scopes.includes(scope)) throw new Error(`Unknown scope in "${text}"`);
    for (const letter of codes) {
      const right = letters[letter];
      if (!right) throw new Error(`Unknown right "${letter}" in "${text}"`);
      result.set(right, new Set([...(result.get(right) ?? []), ...granted]));
    }
  }
  return result;
}

/** A kind of record that permissions apply to, and the rights of the built-in roles on it. */
export interface Resource {
  code: string;
  label: string;
  /** The supported scopes, without `org`, which every resource supports. */
  scopes: readonly Scope[];
  builtin: Partial<Record<BuiltinRole, string>>;
  /** The table of the rows, in which references and `permissions/explain` look up single records. */
  rows?: ScopedTable;
  /** Omitted if records have no name. Requires `rows`. */
  naming?: RecordNaming;
  /** The recorded table of a declared resource: areas that it depends on can write events of its rows. */
  recorded?: RecordedTable;
}

export function resource(declaration: Resource): Resource {
  return declaration;
}
