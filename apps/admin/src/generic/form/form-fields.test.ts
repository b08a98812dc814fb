import { expect, it } from 'vitest';
import { changeOf, formFieldsOf, initialRow, isTooLong, textOf } from './form-fields.ts';

const ui = (widget: string, order: number) => ({ 'x-ui': { widget, order, section: 'general' } });
const fields = formFieldsOf({
  required: ['name'],
  properties: {
    label_ids: { type: 'array', items: { type: 'integer' }, ...ui('reference', 6), 'x-ref': 'task_label' },
    note: { type: ['string', 'null'], ...ui('text', 7) },
    due_at: { anyOf: [{ type: 'string' }, { type: 'null' }], ...ui('date-time', 5) },
    name: { type: 'string', maxLength: 100, ...ui('text', 0) },
    lead_id: { anyOf: [{ type: 'integer' }, { type: 'null' }], ...ui('reference', 1), 'x-ref': 'employee' },
    is_open: { type: 'boolean', ...ui('checkbox', 2) },
    kind: { type: 'string', enum: ['a', 'b'], ...ui('select', 3) },
    filter: { type: 'object', ...ui('group', 4) },
  },
});
const change = (draft: Record<string, string>, row = {}) => changeOf(fields, draft, row);

it('orders fields and chooses inputs by the hints of the schema', () => {
  expect(
    fields.map(({ name, kind, isRequired, isNullable, ref }) => [name, kind, isRequired, isNullable, ref]),
  ).toEqual([
    ['name', 'text', true, false, undefined],
    ['lead_id', 'reference', false, true, 'employee'],
    ['is_open', 'checkbox', false, false, undefined],
    ['kind', 'select', false, false, undefined],
    ['filter', 'json', false, false, undefined],
    ['due_at', 'datetime', false, true, undefined],
    ['label_ids', 'references', false, false, 'task_label'],
    ['note', 'text', false, true, undefined],
  ]);
});

it('sends only changed fields, with the types of the schema', () => {
  const row = { name: 'Old', lead_id: 7, is_open: true, kind: 'a', filter: { a: 1 }, label_ids: [3] };
  expect(change({ name: 'Old', is_open: 'true', lead_id: '7', label_ids: '3' }, row).body).toEqual({});
  expect(change({ label_ids: '3,4' }, row).body).toEqual({ label_ids: [3, 4] });
  expect(change({ lead_id: '8' }, row).body).toEqual({ lead_id: 8 });
  expect(change({ name: 'New', lead_id: '', is_open: 'false', filter: '[1]' }, row).body).toEqual({
    name: 'New',
    lead_id: null,
    is_open: false,
    filter: [1],
  });
});

it('keeps a time that the user does not change, and sends a changed one in UTC', () => {
  const row = { due_at: '2026-03-01T10:00:30.123Z' };
  const dueAt = fields.find(({ name }) => name === 'due_at');
  const text = dueAt ? textOf(dueAt, row.due_at) : '';
  expect(text).toMatch(/^2026-0\d-\d\dT\d\d:\d\d$/);
  expect(change({ due_at: text }, row).body).toEqual({});
  expect(change({ due_at: '2026-03-02T10:00' }, row).body).toEqual({
    due_at: new Date('2026-03-02T10:00').toISOString(),
  });
});

it('names fields whose text is not valid JSON', () => {
  expect(change({ filter: '{' })).toEqual({ body: { filter: undefined }, malformed: ['filter'] });
});

it('names a reference whose text is not a number, instead of removing it', () => {
  expect(change({ lead_id: 'Ada' }, { lead_id: 7 }).malformed).toEqual(['lead_id']);
});

it('has inputs for the parts of objects and lists whose properties are known', () => {
  const day = {
    type: 'object',
    properties: { minutes: { type: 'integer' }, note: { type: ['string', 'null'] } },
    required: ['minutes'],
    additionalProperties: false,
  };
  const [address, days, names, free] = formFieldsOf({
    properties: {
      address: { anyOf: [day, { type: 'null' }] },
      days: { type: 'array', items: day, minItems: 7, maxItems: 7 },
      names: { type: 'object', additionalProperties: { type: 'string' } },
      free: { ...day, additionalProperties: true },
    },
  });
  const parts = [
    ['minutes', 'number', true],
    ['note', 'text', false],
  ];
  const partsOf = (field = address) =>
    field?.fields.map(({ name, kind, isRequired }) => [name, kind, isRequired]);
  expect([address?.kind, address?.isNullable, partsOf(address)]).toEqual(['group', true, parts]);
  expect([days?.kind, days?.size, partsOf(days)]).toEqual(['rows', { min: 7, max: 7 }, parts]);
  expect([names?.kind, free?.kind, free?.fields]).toEqual(['entries', 'json', []]);
});

it('begins with the defaults of a new record, and sends only other values', () => {
  const some = formFieldsOf({
    properties: {
      is_active: { type: 'boolean', default: true },
      part: { type: 'string', enum: ['full', 'am'], default: 'full' },
      name: { type: 'string' },
    },
  });
  const initial = initialRow(some);
  expect(initial).toEqual({ is_active: true, part: 'full' });
  expect(changeOf(some, { is_active: 'true', part: 'full', name: 'A' }, initial).body).toEqual({ name: 'A' });
  expect(changeOf(some, { is_active: 'false' }, initial).body).toEqual({ is_active: false });
});

it('keeps a text that is too long, but does not send it', () => {
  const long = 'a'.repeat(101);
  expect(change({ name: long }).malformed).toEqual(['name']);
  expect(change({ name: ` ${'a'.repeat(100)} ` }).malformed).toEqual([]);
  expect([isTooLong({ maxLength: 3 }, 'abcd'), isTooLong({ maxLength: undefined }, 'abcd')]).toEqual([
    true,
    false,
  ]);
});
