import { expect, it } from 'vitest';
import { formFieldsOf } from '../form-fields.ts';
import { arrayText, entriesText, itemsOf, objectOf, withField } from './structured-text.ts';

const fields = formFieldsOf({
  required: ['title'],
  properties: {
    title: { type: 'string' },
    size: { type: 'number' },
    note: { type: ['string', 'null'] },
    extra: { type: 'object', additionalProperties: true },
  },
});
const changed = (value: object, drafts: Record<string, string>) => withField({ ...value }, drafts, fields);

it('changes a field of an object, and leaves the others unchanged', () => {
  const value = { other: [1], size: 2, title: 'a' };
  expect(changed(value, { size: '3' })).toBe(JSON.stringify({ other: [1], size: 3, title: 'a' }, null, 2));
  expect(changed(value, { size: '2' })).toBe(JSON.stringify(value, null, 2));
});

it('leaves out an empty field, unless it is required or can be null', () => {
  expect(JSON.parse(changed({ title: 'a', size: 2, note: 'n' }, { title: '', size: '', note: '' }))).toEqual({
    title: '',
    note: null,
  });
});

it('is not valid JSON while a field is not', () => {
  const text = changed({ title: 'a' }, { extra: '{' });
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(objectOf(text)).toBeUndefined();
  expect(JSON.parse(changed({ title: 'a' }, { extra: '{"b":1}' }))).toEqual({ title: 'a', extra: { b: 1 } });
});

it('reads only objects and arrays', () => {
  expect(['', '{"a":1}', '[]', 'null', '3', '{'].map(objectOf)).toEqual([
    {},
    { a: 1 },
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(['', '[{"a":1}]', '{}', 'null', '['].map(itemsOf)).toEqual([
    [],
    [JSON.stringify({ a: 1 }, null, 2)],
    ...[undefined, undefined, undefined],
  ]);
  const items = [{ a: 1 }, { b: [] }];
  expect(arrayText(itemsOf(JSON.stringify(items)) ?? [])).toBe(JSON.stringify(items, null, 2));
});

it('writes names with values, and is not valid JSON if a value has no name of its own', () => {
  const entry = (name: string, value: string) => ({ name, value });
  expect(JSON.parse(entriesText([entry('de', 'Rot'), entry('', '')]))).toEqual({ de: 'Rot' });
  for (const entries of [[entry('', 'Rot')], [entry('de', 'Rot'), entry('de', 'Rouge')]])
    expect(() => JSON.parse(entriesText(entries))).toThrow(SyntaxError);
});
