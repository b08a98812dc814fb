import { describe, expect, it } from 'vitest';
import { compileAccess, type HeldGrant } from './access-model.ts';
import type { Permission, Scope } from './rights.ts';

const model = compileAccess(
  [
    {
      code: 'task',
      label: 'Tasks',
      scopes: ['own', 'reports', 'team'],
      builtin: { owner: 'M', manager: 'RC U@own,team', employee: 'R@own' },
    },
    { code: 'audit_log', label: 'Audit log', scopes: [], builtin: { owner: 'R', auditor: 'R' } },
  ],
  ['task:update', 'task:read', 'task:read', 'audit_log:read'],
);

const held = (role_code: string, more: Partial<HeldGrant> = {}): HeldGrant => ({
  role_code,
  is_builtin: true,
  permissions: null,
  scope: 'role',
  team_id: null,
  ...more,
});
const custom = (permissions: Record<string, Scope[]>, more: Partial<HeldGrant> = {}) =>
  held('custom', { is_builtin: false, permissions, ...more });
const none = { org: false, own: false, reports: false, team: false, team_ids: [] };

it('lists each required permission once, in order', () => {
  expect(model.permissions).toEqual(['audit_log:read', 'task:read', 'task:update']);
});

it('rejects a permission on an undeclared resource', () => {
  expect(() => compileAccess([], ['ghost:read'])).toThrow('ghost:read');
});

it('gives a built-in role its declared permissions, with manage including every right', () => {
  expect([...model.builtin('owner')]).toEqual([
    ['audit_log:read', ['org']],
    ['task:read', ['org']],
    ['task:update', ['org']],
  ]);
  expect([...model.builtin('viewer')]).toEqual([]);
});

describe('rowScopeFor', () => {
  const cases: [string, HeldGrant[], Permission, object | null][] = [
    ['nothing without grants', [], 'task:read', null],
    ['nothing for a role without the right', [held('employee')], 'task:update', null],
    ['all of an unlimited right', [held('manager')], 'task:read', { ...none, org: true }],
    ['part of a limited right', [held('manager')], 'task:update', { ...none, own: true, team: true }],
    [
      'the sum of two grants',
      [held('employee'), held('manager')],
      'task:read',
      { ...none, org: true, own: true },
    ],
    [
      'own rows of a grant for own rows',
      [held('owner', { scope: 'own' })],
      'task:read',
      { ...none, own: true },
    ],
    [
      'the team of a grant for one team',
      [held('owner', { scope: 'team', team_id: 7 }), held('manager', { scope: 'team', team_id: 7 })],
      'task:read',
      { ...none, team_ids: [7] },
    ],
    [
      'own rows of a right limited to own rows, in a grant for own rows',
      [held('employee', { scope: 'own' })],
      'task:read',
      { ...none, own: true },
    ],
    [
      'the team of a right limited to teams, in a grant for one team',
      [held('manager', { scope: 'team', team_id: 7 })],
      'task:update',
      { ...none, team_ids: [7] },
    ],
    ["the caller's teams alone", [custom({ 'task:read': ['team'] })], 'task:read', { ...none, team: true }],
    [
      'nothing in a grant for a team that names none',
      [held('manager', { scope: 'team', team_id: null })],
      'task:update',
      null,
    ],
    [
      'no team if the role covers only own rows',
      [held('employee', { scope: 'team', team_id: 7 })],
      'task:read',
      null,
    ],
    [
      'no own rows if the role covers only rows of teams and reports',
      [custom({ 'task:read': ['team', 'reports'] }, { scope: 'own' })],
      'task:read',
      null,
    ],
    [
      'the scopes that a custom role stores',
      [custom({ 'task:read': ['reports'] })],
      'task:read',
      { ...none, reports: true },
    ],
    ['nothing else of a custom role', [custom({ 'task:read': ['org'] })], 'task:update', null],
    ['manage of a custom role', [custom({ 'task:manage': ['own'] })], 'task:update', { ...none, own: true }],
    [
      'nothing for a custom role named like a built-in one',
      [custom({}, { role_code: 'owner' })],
      'task:read',
      null,
    ],
    ['nothing for an unknown built-in role', [held('emperor')], 'task:read', null],
  ];

  it.each(cases)('%s', (_, grants, permission, expected) => {
    expect(model.rowScopeFor(grants, permission)).toEqual(expected);
  });

  // A grant limited to a team or to own rows gives nothing on resources without these scopes.
  it.each([
    ['team', held('owner', { scope: 'team', team_id: 7 })],
    ['own', held('owner', { scope: 'own' })],
  ])('gives nothing on a resource without scopes for a grant of scope %s', (_, grant) => {
    expect(model.rowScopeFor([grant], 'audit_log:read')).toBeNull();
  });
});
