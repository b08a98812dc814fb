import { expect, it } from 'vitest';
import { Line } from '../contract/index.ts';
import { defineArea } from '../endpoint/endpoint.ts';
import { accessModelOf } from '../start-platform.ts';
import { field } from './contract/field.ts';
import { defineResource } from './define-resource.ts';
import type { Operation } from './rows/rows.ts';

const areaWith = (
  builtin: Record<string, string>,
  endpoints: readonly Operation[],
  scoped: { scopes?: readonly ['own']; owners?: { users: string[] } } = {},
) =>
  defineArea({
    name: 'values',
    about: 'Values.',
    declared: [
      defineResource({
        ...{ code: 'value', noun: ['value', 'values'], label: 'Values', path: '/values' },
        ...{ model: 'TaskLabel', table: 'task_labels', sort: 'name', builtin, endpoints, ...scoped },
        fields: { name: field(Line(100), { required: true, sort: 'text' }) },
      }),
    ],
  });

it('rejects a right of a built-in role that no endpoint requires', () => {
  const area = areaWith({ owner: 'M', hr: 'RCUA', viewer: 'RX' }, ['list', 'create', 'update']);
  expect(() => accessModelOf([area])).toThrow(
    'Built-in roles have rights that no endpoint requires: hr value:archive; viewer value:export',
  );
});

it('accepts rights that endpoints require, and manage', () => {
  const access = accessModelOf([areaWith({ owner: 'M', hr: 'RC' }, ['list', 'create'])]);
  expect([...access.builtin('owner').keys()]).toEqual(['value:create', 'value:read']);
  expect([...access.builtin('hr').keys()]).toEqual(['value:create', 'value:read']);
});

it('rejects a scope of a built-in role that the resource does not list', () => {
  const area = areaWith({ owner: 'M', hr: 'RC C@team', viewer: 'R@own' }, ['list', 'create']);
  expect(() => accessModelOf([area])).toThrow(
    'Built-in roles have scopes that the resource does not list: hr value@team; viewer value@own',
  );
});

it('accepts a scope that the resource lists, and org', () => {
  const scoped = { scopes: ['own'] as const, owners: { users: ['created_by'] } };
  const area = areaWith({ owner: 'M', hr: 'RC', viewer: 'R@own' }, ['list', 'create'], scoped);
  expect([...accessModelOf([area]).builtin('viewer')]).toEqual([['value:read', ['own']]]);
});
