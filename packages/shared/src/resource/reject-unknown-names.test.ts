import { expect, it } from 'vitest';
import { Line } from '../contract/index.ts';
import { field } from './contract/field.ts';
import { defineResource } from './define-resource.ts';

const declare = (wrong: object) =>
  defineResource({
    ...{ code: 'value', noun: ['value', 'values'], label: 'Values', path: '/values' },
    ...{ model: 'TaskLabel', table: 'task_labels', sort: 'name', builtin: { owner: 'M' } },
    fields: { name: field(Line(100), { required: true, sort: 'text' }) },
    ...wrong,
  });

it.each([
  ['fields', 'colour', { fields: { colour: field(Line(20)) } }],
  ['fields', 'position', { ordered: {} }],
  ['owners', 'steward', { owners: { users: ['steward'] } }],
  ['subject', 'steward', { subject: { users: ['steward'] } }],
  ['sort', 'positon', { sort: '-positon,name' }],
])('rejects a name in %s that is not a column: %s', (property, name, wrong) => {
  expect(() => declare(wrong)).toThrow(
    `value: ${property} names "${name}", which is not a column of task_labels. Correct the name, or add the ` +
      'column to the model in prisma/schema and run: node scripts/bootstrap.mjs',
  );
});

it('rejects a key of imports that is not a field', () => {
  expect(() => declare({ imports: { key: 'nam' } })).toThrow(
    'value: the key of imports, "nam", is not one of its fields',
  );
});

it.each([
  ['own', { teams: ['id'] }, 'users, employees, where'],
  ['reports', { users: ['created_by'] }, 'employees'],
  ['team', { users: ['created_by'] }, 'teams, employees'],
])('rejects the scope %s without owners for it', (scope, owners, needed) => {
  expect(() => declare({ scopes: [scope], owners })).toThrow(
    `value: scope "${scope}" needs one of these in owners: ${needed}`,
  );
});

it.each([
  ['required', { writable: 'once', filter: true }],
  ['written once', { required: true, filter: true }],
  ['a filter', { required: true, writable: 'once' }],
] as const)('rejects a tree within a field that is not %s', (_, options) => {
  const fields = { name: field(Line(100), options) };
  expect(() => declare({ fields, tree: { maxDepth: 3, within: ['name'] } })).toThrow(
    'value.name must be required, writable once and a filter',
  );
});

it('accepts a sort by a computed field and by a column that is not a field', () => {
  const letters = { schema: Line(9), sql: () => undefined as never };
  expect(() => declare({ computed: { letters }, sort: '-letters,created_at' })).not.toThrow();
});
