import { expect, it } from 'vitest';
import { tableMetadata } from './table-metadata-generator.mjs';

const field = (name: string, more: object = {}) => ({ name, kind: 'scalar', type: 'Int', ...more });
const modelOf = (documentation: string | undefined, ...fields: object[]) => [
  { name: 'Thing', dbName: 'things', documentation, fields },
];

it('lists JSON and internal columns by their database names', () => {
  const fields = [
    field('id'),
    field('extra', { type: 'Json', dbName: 'extra_data' }),
    field('lease', { documentation: 'Until when.\n@internal' }),
    field('owner', { kind: 'object', type: 'Json' }),
  ];
  expect(tableMetadata(modelOf('A thing.', ...fields))).toEqual({
    things: { json: ['extra_data'], internal: ['lease'] },
  });
});

it('lists constant defaults, those of JSON columns as values', () => {
  const fields = [
    field('is_active', { hasDefaultValue: true, default: true }),
    field('tags', { hasDefaultValue: true, default: [] }),
    field('extra', { type: 'Json', hasDefaultValue: true, default: '{"unit":"days"}' }),
    field('created_at', { hasDefaultValue: true, default: { name: 'now', args: [] } }),
    field('position'),
  ];
  expect(tableMetadata(modelOf(undefined, ...fields)).things).toMatchObject({
    defaults: { is_active: true, tags: [], extra: { unit: 'days' } },
  });
});

it('reads the annotations of a model with their reasons', () => {
  expect(tableMetadata(modelOf('Lines before.\n@operational Progress.\n@retained Append-only.'))).toEqual({
    things: { json: [], internal: [], operational: 'Progress.', retained: 'Append-only.' },
  });
});

it.each([
  [modelOf('@operatonal Typed wrongly.'), /^Thing: @operatonal is not one of: @operational, @unrecorded/],
  [modelOf('@operational'), 'Thing: @operational requires a reason'],
  [
    modelOf(undefined, field('id', { documentation: '@secret' })),
    'Thing.id: @secret is not one of: @internal',
  ],
])('rejects unknown annotations and missing reasons (%#)', (models, message) => {
  expect(() => tableMetadata(models)).toThrow(message);
});
