import { describe, expect, it } from 'vitest';
import type { ConditionSchema } from '../../../api/resources.ts';
import { type Comparison, type Group, pathOfPart, readCondition, writeCondition } from './condition-tree.ts';
import { adapt, fieldOf, inputFor, textOfValue, variablesFor, writeValue } from './operand.ts';

const ops = ['eq', 'ne', 'in', 'gt', 'between', 'is_set'];
const schema: ConditionSchema = {
  fields: {
    status: { kind: 'text', ops: ['eq', 'in', 'contains', 'changed'], values: ['todo', 'done'] },
    title: { kind: 'text', ops: ['eq', 'contains'] },
    fte: { kind: 'number', ops },
    manager_id: { kind: 'number', ops, ref: 'employee' },
    due_at: { kind: 'moment', ops },
    is_paid: { kind: 'flag', ops: ['eq'] },
    tags: { kind: 'list', ops: ['has_any', 'contains'] },
  },
  variables: ['me', 'today', 'now', 'record.*'],
};

const read = (condition: object) =>
  readCondition(JSON.stringify(condition), (field, op, value) => textOfValue(schema, field, op, value));
const write = (group: Group) => writeCondition(group, (comparison) => writeValue(schema, comparison));
const written = (condition: object) => JSON.parse(write(read(condition) as Group));

const due = { field: 'due_at', op: 'gt', value: { var: 'today', add_days: -3 } };
const todo = { field: 'status', op: 'in', value: ['todo', 'done'] };

describe('a condition', () => {
  it.each([
    { all: [due, todo] },
    { any: [{ field: 'fte', op: 'between', value: [0.5, 1] }, { not: { any: [due, todo] } }] },
    { all: [{ any: [{ all: [due] }, todo] }] },
    { not: { field: 'manager_id', op: 'in', value: [3, 4] } },
    {
      all: [
        { field: 'due_at', op: 'gt', value: '2026-01-01' },
        { field: 'status', op: 'changed' },
      ],
    },
    {
      all: [
        { field: 'is_paid', op: 'eq', value: true },
        { field: 'title', op: 'eq', value: null },
      ],
    },
    { all: [{ field: 'fte', op: 'in', value: [{ var: 'record.fte' }] }] },
    { all: [{ field: 'unknown', op: 'new', value: 'x' }, { of: 'another version' }] },
    { all: [{ not: { all: [due, todo] } }] },
    { all: [{ field: 'due_at', op: 'gt', value: 'tomorrow' }] },
    { all: [{ field: 'constructor', op: 'eq', value: 1 }] },
  ])('is written unchanged: %j', (condition) => {
    expect(written(condition)).toEqual(condition);
  });

  it('of one comparison, or with several kinds of groups, is shown as groups that mean the same', () => {
    expect(written(due)).toEqual({ all: [due] });
    expect(written({ all: [due], any: [todo, due], not: todo })).toEqual({
      all: [due, { any: [todo, due] }, { not: todo }],
    });
  });

  it('shows a value that is no time as JSON, and no field that only all objects have', () => {
    expect(read({ field: 'due_at', op: 'gt', value: 'tomorrow' })?.parts[0]?.kind).toBe('other');
    expect(fieldOf(schema, 'constructor')).toBeUndefined();
  });

  it('begins with an empty comparison', () => {
    expect(written({})).toEqual({ all: [{ field: '', op: '' }] });
  });

  it.each(['', '[]', 'null', '{', '1'])('that is not an object has no groups: %s', (text) => {
    expect(readCondition(text, () => '')).toBeUndefined();
  });

  it('has the paths by which the service names errors', () => {
    const paths = (condition: object) => {
      const group = read(condition) as Group;
      return group.parts.map((_, index) => pathOfPart(group, index));
    };
    expect(paths({ any: [due, todo] })).toEqual(['any.0', 'any.1']);
    expect(paths({ not: due })).toEqual(['not']);
    expect(paths({ not: { any: [due, todo] } })).toEqual(['not.any.0', 'not.any.1']);
  });
});

describe('a comparison', () => {
  const comparison = (condition: object) => read(condition)?.parts[0] as Comparison;
  const change = (from: object, part: Partial<Comparison>) =>
    JSON.parse(write({ kind: 'group', id: 0, mode: 'all', parts: [adapt(schema, comparison(from), part)] }))
      .all[0];

  it('keeps text that is not a value, so that the form reports it', () => {
    const typed = { ...comparison({ field: 'fte', op: 'gt', value: 1 }), text: 'half' };
    expect(writeCondition(typed, (one) => writeValue(schema, one))).toBe(
      '{"op":"gt","field":"fte","value":half}',
    );
  });

  it('writes numbers, booleans and lists as such', () => {
    const value = (from: object, text: string) =>
      JSON.parse(writeValue(schema, { ...comparison(from), text }) ?? 'null');
    expect(value({ field: 'fte', op: 'in', value: [1] }, '0.5\n1')).toEqual([0.5, 1]);
    expect(value({ field: 'tags', op: 'has_any', value: ['a'] }, 'b\nc')).toEqual(['b', 'c']);
    expect(value({ field: 'is_paid', op: 'eq', value: true }, 'false')).toBe(false);
    expect(value({ field: 'manager_id', op: 'in', value: [1] }, '7,8')).toEqual([7, 8]);
    expect(value({ field: 'fte', op: 'gt', value: 1 }, '.5')).toBe(0.5);
    expect(value({ field: 'fte', op: 'in', value: [1] }, '007\n .5')).toEqual([7, 0.5]);
  });

  it('loses a value or variable that no longer fits', () => {
    expect(change(due, { op: 'is_set' })).toEqual({ field: 'due_at', op: 'is_set' });
    expect(change(due, { op: 'eq' })).toEqual({ ...due, op: 'eq' });
    expect(change(due, { op: 'between' })).toEqual({ field: 'due_at', op: 'between' });
    expect(change(due, { field: 'tags' })).toEqual({ field: 'tags', op: 'has_any' });
    expect(change(todo, { op: 'eq' })).toEqual({ field: 'status', op: 'eq', value: 'todo' });
    expect(change({ field: 'manager_id', op: 'eq', value: 7 }, { op: 'in' })).toEqual({
      ...{ field: 'manager_id', op: 'in', value: [7] },
    });
  });

  it('is compared with variables of its kind only', () => {
    const of = (name: string) =>
      variablesFor(schema, schema.fields[name] as ConditionSchema['fields'][string]);
    expect(of('due_at')).toEqual(['today', 'now', 'record.due_at']);
    expect(of('fte')).toEqual(['me', 'record.fte', 'record.manager_id']);
    expect(of('tags')).toEqual(['record.status', 'record.title']);
  });

  it('has the input of its field and operator', () => {
    const kind = (field: string, op: string) => inputFor(schema.fields[field], op)?.kind;
    expect([kind('status', 'eq'), kind('status', 'contains'), kind('status', 'in')]).toEqual([
      'select',
      'text',
      'choices',
    ]);
    expect([kind('manager_id', 'eq'), kind('manager_id', 'in')]).toEqual(['reference', 'references']);
    expect([kind('due_at', 'gt'), kind('is_paid', 'eq'), kind('status', 'changed')]).toEqual([
      'datetime',
      'select',
      undefined,
    ]);
  });
});
