import { expect, it } from 'vitest';
import { formFieldsOf } from '../../generic/form/form-fields.ts';
import { sectionSchema } from './section-schema.ts';

const setting = (key: string, schema: Record<string, unknown>) => ({
  ...{ section: 'general', key, description: `About ${key}`, schema, default: null },
});

it('makes a form whose inputs fit the types of the settings', () => {
  const schema = sectionSchema([
    setting('title', { $schema: 'x', type: 'string', maxLength: 9 }),
    setting('days', { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
    setting('is_on', { type: 'boolean' }),
    setting('mode', { type: 'string', enum: ['a', 'b'] }),
    setting('networks', { type: 'array', items: { type: 'string' } }),
  ]);
  expect(
    formFieldsOf(schema).map(({ name, kind, isNullable, description }) => [
      name,
      kind,
      isNullable,
      description,
    ]),
  ).toEqual([
    ['title', 'text', true, 'About title'],
    ['days', 'number', true, 'About days'],
    ['is_on', 'checkbox', true, 'About is_on'],
    ['mode', 'select', true, 'About mode'],
    ['networks', 'lines', true, 'About networks'],
  ]);
});
