import { areas } from '@wfp/areas';
import {
  type BuiltinRole,
  builtinRoles,
  compileAccess,
  definitionOf,
  type Permission,
  resourceOf,
  rightOf,
} from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The rights of the built-in roles. R read, C create, U update, A archive, X export, P approve, S assign, B publish,
 * N run, M manage (implies all others); after @ the scopes of the letters before it, without @ org; - for none.
 * Duplicates the declarations on purpose, as does the table in docs/access.md: a change must be deliberate.
 */
const roles: readonly BuiltinRole[] = ['owner', 'admin', 'hr', 'manager', 'employee', 'viewer', 'auditor'];
const matrix: Record<string, readonly string[]> = {
  organization: ['M', 'M', 'R', 'R', 'R', 'R', 'R'],
  organization_setting: ['M', 'M', 'R', 'R', 'R', 'R', 'R'],
  user: ['M', 'M', 'RCU', 'R', 'R U@own', 'R', 'R'],
  user_identity: ['M', 'M', 'R', 'R', 'R', 'R', 'R'],
  role: ['M', 'M', 'R', 'R', 'R@own', '-', 'R'],
  grant: ['M', 'M', 'R', 'R', 'R@own', '-', 'R'],
  api_key: ['M', 'M', 'RCUA@own', 'RCUA@own', 'RCUA@own', '-', 'R'],
  webhook_endpoint: ['M', 'M', '-', '-', '-', '-', 'R'],
  prompt_template: ['M', 'M', '-', 'R', '-', '-', 'R'],
  prompt_run: ['M', 'M', 'R', 'R', 'R', 'R', 'R'],
  event: ['R', 'R', 'R', 'R', 'R', 'R', 'R'],
  audit_log: ['RX', 'RX', '-', '-', '-', '-', 'RX'],
  enum: ['M', 'M', 'RCUA', 'R', 'R', 'R', 'R'],
  employee: ['M', 'RCUX', 'M', 'R', 'R U@own', 'R', 'R'],
  employee_change: ['M', 'R', 'M', 'RC@reports', 'R@own', '-', 'R'],
  employee_private: ['M', 'RU@own', 'M', '-', 'RU@own', '-', '-'],
  team: ['M', 'M', 'M', 'R U@team', 'R', 'R', 'R'],
  position: ['M', 'M', 'M', 'R', 'R', 'R', 'R'],
  initiative: ['M', 'M', 'R', 'R CUA@team', 'R U@own', 'R', 'R'],
  task: ['M', 'M', 'RCU', 'RC UAX@own,team,reports', 'RC U@own,team A@own', 'R', 'R'],
  task_comment: ['M', 'M', 'RC UA@own', 'RC UA@own', 'RC UA@own', 'R', 'R'],
  task_label: ['M', 'M', 'RCU', 'RC UA@own', 'RC UA@own', 'R', 'R'],
  task_view: ['M', 'M', 'RCU A@own', 'RC UA@own,team', 'RC U@own,team A@own', 'R', 'R'],
  file: Array(7).fill('RCUA@own'),
  export: Array(7).fill('RA@own'),
  import: Array(7).fill('R@own'),
};

const letterByRight: Record<string, string> = {
  read: 'R',
  create: 'C',
  update: 'U',
  archive: 'A',
  export: 'X',
  approve: 'P',
  assign: 'S',
  publish: 'B',
  run: 'N',
  manage: 'M',
};

/** Returns the scopes of a right in a cell. */
function scopesIn(cell: string, right: string): string[] {
  const found = cell.split(' ').flatMap((group) => {
    const [letters = '', scopes = 'org'] = group.split('@');
    const holds = letters.includes(letterByRight[right] ?? '?') || letters.includes('M');
    return holds ? scopes.split(',') : [];
  });
  return [...new Set(found)].sort();
}

const declared = areas.flatMap((area) => area.resources ?? []);
const usedPermissions = areas
  .flatMap((area) => area.endpoints ?? [])
  .flatMap((one) => (one.can.includes(':') ? [one.can as Permission] : []));
const model = compileAccess(declared, usedPermissions);

/** Codes of the resources whose endpoints are generated from a declaration. They need no row in the table. */
const defined = new Set(
  areas.flatMap((area) => area.endpoints ?? []).flatMap((one) => definitionOf(one)?.rows.code ?? []),
);

/** Returns the cell of the table; for a resource without a row, the rights that its declaration gives to the role. */
function matrixCell(resource: string, role: BuiltinRole): string {
  const cell = matrix[resource]?.[roles.indexOf(role)];
  if (cell !== undefined) return cell;
  const found = defined.has(resource) ? declared.find((one) => one.code === resource) : undefined;
  return found?.builtin[role] ?? '';
}

describe('the table', () => {
  it('contains every undeclared resource, and only resources', () => {
    const codes = declared.map((one) => one.code);
    expect(codes).toEqual(expect.arrayContaining(Object.keys(matrix)));
    expect(codes.filter((code) => !(code in matrix) && !defined.has(code))).toEqual([]);
    expect(Object.values(matrix).every((cells) => cells.length === roles.length)).toBe(true);
    expect(Object.keys(builtinRoles)).toEqual(roles);
  });

  const cells = declared.flatMap(({ code }) =>
    roles.map((role) => [role, code, matrixCell(code, role)] as const),
  );
  it.each(cells)('%s on %s: %s', (role, resource, cell) => {
    const permissions = model.permissions.filter((one) => resourceOf(one) === resource);
    const held = model.builtin(role);
    const given = permissions.map((one) => [one, [...(held.get(one) ?? [])].sort()]);
    expect(given).toEqual(permissions.map((one) => [one, scopesIn(cell, rightOf(one))]));
    // The resource must support the scopes of the cell.
    const scopes = permissions.flatMap((one) => scopesIn(cell, rightOf(one)));
    const known = ['org', ...(declared.find((one) => one.code === resource)?.scopes ?? [])];
    expect(known).toEqual(expect.arrayContaining(scopes));
  });

  it('has a role for every required permission', () => {
    const idle = model.permissions.filter((one) => !roles.some((role) => model.builtin(role).has(one)));
    expect(idle).toEqual([]);
  });

  it('has a table for every resource with scopes, so that permissions can be explained', () => {
    const without = declared.filter((one) => one.scopes.length > 0 && !one.rows).map((one) => one.code);
    // The visibility of an event follows from its subject.
    expect(without).toEqual(['event']);
  });
});

describe('over HTTP', () => {
  let service: TestService;
  let owner: Client;
  beforeAll(async () => {
    service = await startService({ LOG_LEVEL: 'silent' });
    owner = await service.newOrganization();
  });
  afterAll(() => service.stop());

  /** A list per resource, to check `read`. */
  const lists: Record<string, string> = {
    user: '/users',
    role: '/roles',
    grant: '/grants',
    api_key: '/api-keys',
    webhook_endpoint: '/webhooks',
    prompt_template: '/prompt-templates',
    prompt_run: '/prompt-runs',
    event: '/events',
    audit_log: '/audit-log',
    enum: '/enums',
    initiative: '/initiatives',
    employee: '/employees',
    team: '/teams',
    position: '/positions',
    task: '/tasks',
  };

  it.each(roles)('%s has the permissions of its column and can read the lists', async (role) => {
    const user = role === 'owner' ? owner : await service.newUser(owner, [role]);
    const { body } = await user.call('GET', '/users/me/permissions');
    const held = new Map<string, string[]>(
      body.data.map((one: { permission: string; scopes: string[] }) => [one.permission, one.scopes.sort()]),
    );
    for (const permission of model.permissions) {
      const cell = matrixCell(resourceOf(permission), role);
      expect([permission, held.get(permission) ?? []]).toEqual([
        permission,
        scopesIn(cell, rightOf(permission)),
      ]);
    }
    for (const [resource, path] of Object.entries(lists)) {
      const reads = scopesIn(matrixCell(resource, role), 'read').length > 0;
      expect([path, (await user.call('GET', path)).status]).toEqual([path, reads ? 200 : 403]);
    }
  });
});
