import { expect, it } from 'vitest';
import { choicesFor, heldOf, matrixOf, scopesOf } from './permission-matrix.ts';

const permission = (resource: string, right: string, scopes = ['own', 'org']) => ({
  ...{ permission: `${resource}:${right}`, resource, right, scopes },
});

it('has a row for each resource and a column for each right', () => {
  const all = [permission('task', 'read'), permission('task', 'update'), permission('team', 'read')];
  const { rows, rights } = matrixOf(all);
  expect(rights).toEqual(['read', 'update']);
  expect(rows.map(({ resource, permissions }) => [resource, permissions.length])).toEqual([
    ['task', 2],
    ['team', 1],
  ]);
});

it('keeps combinations of scopes, and omits permissions without a scope', () => {
  const held = [
    { permission: 'task:read', scopes: ['own' as const, 'team' as const] },
    { permission: 'team:read', scopes: ['org' as const] },
  ];
  expect(heldOf(scopesOf(held))).toEqual(held);
  expect(heldOf({ ...scopesOf(held), 'team:read': '' })).toEqual(held.slice(0, 1));
  expect(choicesFor(permission('task', 'read'), 'own,team')).toEqual(['', 'own', 'org', 'own,team']);
});
