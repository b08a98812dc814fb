import { compileAccess, type HeldGrant, type Permission, resource } from '@wfp/shared';
import { describe, expect, it } from 'vitest';
import { findExcessResources, includesOwner } from './access.policy.ts';

const model = compileAccess(
  [
    resource({
      code: 'user',
      label: 'Users',
      scopes: ['own', 'team'],
      builtin: { owner: 'M', admin: 'M', hr: 'RCU', employee: 'R U@own' },
    }),
    resource({ code: 'pay', label: 'Pay', scopes: ['own'], builtin: { owner: 'M', hr: 'M' } }),
  ],
  [],
);

const grant = (role_code: string, bounds: Partial<HeldGrant> = {}): HeldGrant => ({
  ...{ role_code, is_builtin: true, permissions: null, scope: 'role', team_id: null },
  ...bounds,
});
const custom = (permissions: HeldGrant['permissions'], bounds: Partial<HeldGrant> = {}) =>
  grant('custom', { is_builtin: false, permissions, ...bounds });
const rowScopes =
  (...grants: HeldGrant[]) =>
  (permission: Permission) =>
    model.rowScopeFor(grants, permission);
const beyond = (mine: HeldGrant[], theirs: HeldGrant[]) => [
  ...new Set(
    theirs.flatMap((one) => findExcessResources(model, rowScopes(...mine), one, lineage[one.team_id ?? 0])),
  ),
];
/** Team 2 is a subteam of team 1. */
const lineage: Record<number, number[]> = { 1: [1], 2: [2, 1] };

describe('resources that a user manages beyond the caller', () => {
  it.each([
    ['an employee of an employee', [grant('employee')], [grant('employee')], []],
    ['an employee of hr', [grant('hr')], [grant('employee')], []],
    ['an admin of hr', [grant('hr')], [grant('admin')], ['user']],
    ['hr of an admin', [grant('admin')], [grant('hr')], ['pay']],
    ['an owner of all', [grant('owner')], [grant('hr'), grant('admin')], []],
    ['hr of an owner', [grant('hr')], [grant('owner')], ['user']],
    ['a key that only provisions', [custom({ 'user:manage': ['org'] })], [grant('employee')], []],
    ['the same of hr', [custom({ 'user:manage': ['org'] })], [grant('hr')], ['pay']],
    [
      'one team of another',
      [custom({ 'user:manage': ['team'] })],
      [custom({ 'user:manage': ['org'] })],
      ['user'],
    ],
    [
      'a team above theirs',
      [grant('admin', { scope: 'team', team_id: 2 })],
      [grant('admin', { scope: 'team', team_id: 1 })],
      ['user'],
    ],
    [
      'a team below theirs',
      [grant('admin', { scope: 'team', team_id: 1 })],
      [grant('admin', { scope: 'team', team_id: 2 })],
      [],
    ],
    ['a team within all', [grant('admin')], [grant('admin', { scope: 'team', team_id: 2 })], []],
  ])('%s', (_, mine, theirs, more) => {
    expect(beyond(mine, theirs)).toEqual(more);
  });

  it('includes only unrestricted grants of owner', () => {
    expect(includesOwner([grant('owner')])).toBe(true);
    expect(includesOwner([grant('owner', { scope: 'team', team_id: 1 })])).toBe(false);
    expect(includesOwner([grant('owner', { is_builtin: false })])).toBe(false);
  });
});
